//! A search for settings with which a solver does something new: the genetic algorithm of Falcon
//! (Yao et al., ISSTA 2021, §4.2). An individual has a value for each relevant option. The best
//! ones are crossed and mutated.

use super::{OptionDomain, OptionInfo};
use crate::rng::Rng;

/// The number of individuals at the beginning. The paper has no number.
const FIRST: usize = 4;

/// The number of individuals that have children. The paper has no number.
const PARENTS: usize = 3;

/// The search ends after this many generations without anything new, as in the paper.
const STAGNATION: usize = 10;

/// The search ends after this many trials, as in the paper.
const TRIALS: usize = 100;

/// The largest number of options that have another value than in the run, without a search.
const NEAR: usize = 2;

/// In percent, the chance of an option to have another value than the default in the first
/// individuals, if there are few options. Otherwise some of them have another value.
const CHANGED: usize = 30;

/// The number of options that have another value in the first individuals, if there are many.
const MOST_CHANGED: usize = 6;

/// The distribution index of polynomial mutation (Deb and Goyal, 1996): a greater one means smaller
/// changes.
const POLYNOMIAL: f64 = 20.0;

/// A configuration: for each option of a list its value; `None` is the default.
pub type Individual = Vec<Option<String>>;

/// A search for settings.
pub struct Population<'a> {
    options: Vec<&'a OptionInfo>,
    /// Individuals with their fitness, the best first. Among equals the newer comes first.
    best: Vec<(u32, Individual)>,
    /// Individuals that have not been tried yet. The next one is the last.
    waiting: Vec<Individual>,
    /// The individual that is being tried.
    trying: Individual,
    tried: usize,
    /// The greatest number of trials.
    most: usize,
    /// Whether the present generation has shown something new.
    has_news: bool,
    /// Generations since the last one that showed something new.
    stagnation: usize,
}

impl<'a> Population<'a> {
    /// A first population over some options. The one individual that is known already, usually the
    /// settings of the run, counts as its first parent.
    pub fn new(options: Vec<&'a OptionInfo>, known: Individual, rng: &mut Rng) -> Self {
        let changed = (options.len() * CHANGED / 100).clamp(1, MOST_CHANGED);
        let random = |rng: &mut Rng| -> Individual {
            let draw = |option: &&OptionInfo| {
                let is_changed = rng.index(options.len()) < changed;
                is_changed.then(|| option.draw(rng)).flatten()
            };
            options.iter().map(draw).collect()
        };
        let waiting = (0..FIRST).map(|_| random(rng)).collect();
        Self::of(options, known, waiting, TRIALS)
    }

    /// No search: `count` individuals in which one or two options have another value than in the
    /// known one.
    pub fn near(
        options: Vec<&'a OptionInfo>,
        known: Individual,
        count: usize,
        rng: &mut Rng,
    ) -> Self {
        let near = |rng: &mut Rng| {
            let mut near = known.clone();
            for _ in 0..=rng.index(NEAR) {
                let place = rng.index(options.len());
                if let (Some(value), Some(option)) = (near.get_mut(place), options.get(place)) {
                    *value = changed(value.as_deref(), option, rng);
                }
            }
            near
        };
        let waiting = (0..count).map(|_| near(rng)).collect();
        Self::of(options, known, waiting, count)
    }

    fn of(
        options: Vec<&'a OptionInfo>,
        known: Individual,
        waiting: Vec<Individual>,
        most: usize,
    ) -> Self {
        Self {
            options,
            best: vec![(0, known)],
            waiting,
            trying: Vec::new(),
            tried: 0,
            most,
            has_news: false,
            stagnation: 0,
        }
    }

    /// The settings to try next: names and values. `None` at the end of the search.
    pub fn next(&mut self, rng: &mut Rng) -> Option<Vec<(String, String)>> {
        if self.options.is_empty() || self.tried >= self.most {
            return None;
        }
        if self.waiting.is_empty() {
            let has_news = std::mem::take(&mut self.has_news);
            self.stagnation = if has_news { 0 } else { self.stagnation + 1 };
            if self.stagnation >= STAGNATION {
                return None;
            }
            self.breed(rng);
        }
        self.trying = self.waiting.pop()?;
        self.tried += 1;
        let named = self.options.iter().zip(&self.trying);
        let settings = named.filter_map(|(option, value)| {
            let value = value.as_ref()?;
            Some((option.name.clone(), value.clone()))
        });
        Some(settings.collect())
    }

    /// The last settings have shown this many new things.
    pub fn rate(&mut self, fitness: u32) {
        self.has_news |= fitness > 0;
        let place = self.best.partition_point(|(other, _)| *other > fitness);
        self.best
            .insert(place, (fitness, std::mem::take(&mut self.trying)));
        self.best.truncate(PARENTS);
    }

    /// Crosses all pairs of the best individuals at one point, and mutates the children. The
    /// fitness of parents is halved, because later individuals find fewer new things.
    fn breed(&mut self, rng: &mut Rng) {
        if let [(_, only)] = &self.best[..] {
            self.waiting.push(only.clone());
        }
        for (n, (_, first)) in self.best.iter().enumerate() {
            for (_, second) in &self.best[n + 1..] {
                let point = rng.index(self.options.len() + 1);
                let cross = |a: &Individual, b: &Individual| -> Individual {
                    a[..point].iter().chain(&b[point..]).cloned().collect()
                };
                self.waiting.push(cross(first, second));
                self.waiting.push(cross(second, first));
            }
        }
        for child in &mut self.waiting {
            mutate(child, &self.options, rng);
        }
        rng.shuffle(&mut self.waiting);
        for (fitness, _) in &mut self.best {
            *fitness /= 2;
        }
    }
}

/// Changes each value with the probability 1/n, but at least one.
fn mutate(individual: &mut Individual, options: &[&OptionInfo], rng: &mut Rng) {
    let sure = rng.index(options.len());
    for (n, (value, option)) in individual.iter_mut().zip(options).enumerate() {
        if n == sure || rng.index(options.len()) == 0 {
            *value = changed(value.as_deref(), option, rng);
        }
    }
}

/// Another value of an option: the other one of two, another mode, or a number near the present
/// one. `None` is the default.
fn changed(value: Option<&str>, option: &OptionInfo, rng: &mut Rng) -> Option<String> {
    let number = value.or(option.default.as_deref());
    match (&option.domain, number) {
        (OptionDomain::Integer(low, high), Some(text)) if rng.chance(75) => {
            let now: i64 = text.parse().ok()?;
            let span = high.saturating_sub(*low).max(1);
            let largest = u64::try_from(span / 10).unwrap_or_default().max(1);
            let change = i64::try_from(1 + rng.below(largest)).unwrap_or(1);
            let next = if rng.coin() {
                now.saturating_add(change)
            } else {
                now.saturating_sub(change)
            };
            Some(next.clamp(*low, *high).to_string())
        }
        (OptionDomain::Decimal(low, high), Some(text)) if rng.chance(75) => {
            let now: f64 = text.parse().ok()?;
            let next = now + polynomial(rng) * (high - low);
            Some(format!("{:.4}", next.clamp(*low, *high)))
        }
        // Back to the default, or to a value other than the present one.
        (_, _) => match value {
            Some(_) if rng.coin() => None,
            _ => (0..4).find_map(|_| option.draw(rng).filter(|new| Some(new.as_str()) != value)),
        },
    }
}

/// The relative change of polynomial mutation: between -1 and 1, mostly near 0.
fn polynomial(rng: &mut Rng) -> f64 {
    let u = (rng.below(1 << 20) as f64 + 0.5) / f64::from(1 << 20);
    let power = 1.0 / (POLYNOMIAL + 1.0);
    if u < 0.5 {
        (2.0 * u).powf(power) - 1.0
    } else {
        1.0 - (2.0 * (1.0 - u)).powf(power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<OptionInfo> {
        (0..40)
            .map(|n| {
                let mut option = OptionInfo::new(format!("o{n}"), OptionDomain::Bool);
                option.default = Some("false".to_owned());
                option
            })
            .collect()
    }

    /// Whether a search finds settings in which all `wanted` options are on, and the number of its
    /// trials.
    fn search(wanted: &[&str], guided: bool, seed: u64) -> (bool, usize) {
        let options = options();
        let mut rng = Rng::new(seed);
        let mut population = Population::new(options.iter().collect(), vec![None; 40], &mut rng);
        let (mut most, mut trials) = (0, 0);
        while let Some(settings) = population.next(&mut rng) {
            trials += 1;
            let on = settings
                .iter()
                .filter(|(name, _)| wanted.contains(&name.as_str()));
            let on = u32::try_from(on.count()).unwrap();
            if on as usize == wanted.len() {
                return (true, trials);
            }
            // What is new counts.
            let fitness = if guided { on.saturating_sub(most) } else { 1 };
            most = most.max(on);
            population.rate(fitness);
        }
        (false, trials)
    }

    #[test]
    fn what_is_new_guides_the_search() {
        let wanted = ["o3", "o17", "o30"];
        let rate = |guided| {
            let searches = (0..3000).map(|seed| search(&wanted, guided, seed));
            let (found, trials) = searches.fold((0, 0), |(found, trials), (is_found, more)| {
                (found + u32::from(is_found), trials + more)
            });
            1000.0 * f64::from(found) / trials as f64
        };
        let (guided, blind) = (rate(true), rate(false));
        // Successes per 1000 trials.
        assert!(guided > 1.2 * blind, "{guided}, without guidance {blind}");
    }

    #[test]
    fn searches_end() {
        let mut rng = Rng::new(1);
        let options = options();
        // Three parents have six children. The first generation has other sizes.
        for (fitness, trials) in [(0, FIRST + (STAGNATION - 1) * 6), (1, TRIALS)] {
            let mut population =
                Population::new(options.iter().collect(), vec![None; 40], &mut rng);
            let mut count = 0;
            while population.next(&mut rng).is_some() {
                population.rate(fitness);
                count += 1;
            }
            assert_eq!(count, trials);
        }
        assert!(
            Population::new(Vec::new(), Vec::new(), &mut rng)
                .next(&mut rng)
                .is_none()
        );
    }

    #[test]
    fn near_individuals_change_little() {
        let mut rng = Rng::new(7);
        let options = options();
        let known: Individual = vec![Some("true".to_owned()); 40];
        let mut population = Population::near(options.iter().collect(), known.clone(), 2, &mut rng);
        for _ in 0..2 {
            let settings = population.next(&mut rng).unwrap();
            let same = settings.iter().filter(|(_, value)| value == "true").count();
            assert!((38..40).contains(&same), "{settings:?}");
            population.rate(1);
        }
        assert_eq!(population.next(&mut rng), None);
    }

    #[test]
    fn numbers_change_a_little() {
        let mut rng = Rng::new(3);
        let mut option = OptionInfo::new("o", OptionDomain::Decimal(0.0, 1.0));
        option.default = Some("0.5".to_owned());
        let mut near = 0;
        for _ in 0..400 {
            if let Some(value) = changed(Some("0.5"), &option, &mut rng) {
                let value: f64 = value.parse().unwrap();
                assert!((0.0..=1.0).contains(&value));
                near += u32::from((value - 0.5).abs() < 0.2);
            }
        }
        assert!(near > 250, "{near}");
        let option = OptionInfo::new("o", OptionDomain::Integer(0, i64::MAX));
        assert!((0..100).all(|_| {
            changed(Some("7"), &option, &mut rng).is_none_or(|v| v.parse::<i64>().unwrap() >= 0)
        }));
    }
}
