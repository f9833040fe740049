//! Chooses the compilers of a build: those of `CC` and `CXX`, else the first ones on this machine
//! that compile and link a small library with the same flags.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::error::InstallError;
use super::instrumentation::{Instrument, Instrumentation};
use super::tools::Tools;

/// The numbers in the names of compilers, such as `g++-14`, the newest first.
const RELEASES: std::ops::RangeInclusive<u32> = 12..=30;

/// The compilers of a build, with their flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Compiler {
    pub(super) cc: String,
    pub(super) cxx: String,
    /// The flags for both languages.
    pub(super) flags: String,
    /// Those for C++ alone.
    pub(super) cxx_flags: String,
    /// Those for linking.
    pub(super) link_flags: String,
}

/// The compiler and its flags. A change of them makes a build begin anew.
impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [&self.cxx, &self.flags, &self.cxx_flags, &self.link_flags];
        let words: Vec<&str> = all
            .iter()
            .flat_map(|text| text.split_whitespace())
            .collect();
        f.write_str(&words.join(" "))
    }
}

/// What a library needs of a compiler.
pub(super) struct Needs<'a> {
    /// Headers of C++ that old compilers lack.
    pub(super) headers: &'a [String],
    pub(super) with: Instrumentation,
}

impl Compiler {
    /// The first compiler that can compile a library. `folder` is for the files of the test.
    ///
    /// # Errors
    /// [`InstallError::NoCompiler`], which says what to install.
    pub(super) fn find(
        needs: &Needs<'_>,
        folder: &Path,
        tools: &Tools,
    ) -> Result<Self, InstallError> {
        let given = std::env::var("CXX").ok().filter(|cxx| !cxx.is_empty());
        let candidates = match &given {
            Some(cxx) => of_name(cxx),
            None => names().flat_map(|cxx| of_name(&cxx)).collect(),
        };
        let mut problem = None;
        for candidate in candidates {
            let candidate = candidate.instrumented(needs.with);
            match candidate.compiles(needs, folder, tools)? {
                None => return Ok(candidate),
                // The first one is the usual one, so its error tells most.
                Some(message) => problem = problem.or(Some((candidate.cxx, message))),
            }
        }
        let headers = match needs.headers {
            [] => String::new(),
            headers => format!(" with the headers {}", headers.join(", ")),
        };
        let (cxx, problem) = problem.unwrap_or_else(|| ("c++".to_owned(), "not found".to_owned()));
        Err(InstallError::NoCompiler(format!(
            "{cxx}: {problem}; it needs C++20{headers}{}: on Debian and Ubuntu, `apt-get install \
             clang-19 libc++-19-dev libc++abi-19-dev libclang-rt-19-dev` has all; or set CC and CXX",
            match needs.with.sanitizers().as_str() {
                "" => String::new(),
                names => format!(" and the sanitizers {names}"),
            }
        )))
    }

    /// The compiler with the flags of an instrumentation.
    fn instrumented(mut self, with: Instrumentation) -> Self {
        if with.is_none() {
            return self;
        }
        self.flags = "-O1 -g1 -fno-omit-frame-pointer -w".to_owned();
        let sanitizers = with.sanitizers();
        if !sanitizers.is_empty() {
            let flag = format!(" -fsanitize={sanitizers}");
            self.flags += &flag;
            self.link_flags += &flag;
            if self.cxx.contains("clang") {
                // By default, only programs contain clang's runtime, and libraries do not.
                self.link_flags += " -shared-libsan";
            }
        }
        if with.has(Instrument::Assertions) {
            self.cxx_flags += " -D_GLIBCXX_ASSERTIONS \
                -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_EXTENSIVE";
        }
        self
    }

    /// Why it cannot compile a library. `None` if it can.
    fn compiles(
        &self,
        needs: &Needs<'_>,
        folder: &Path,
        tools: &Tools,
    ) -> Result<Option<String>, InstallError> {
        let includes = needs
            .headers
            .iter()
            .map(|name| format!("#include <{name}>\n"));
        let source = folder.join("compiler.cpp");
        let text =
            includes.collect::<String>() + "#include <string>\nstd::string f() { return {}; }\n";
        fs::write(&source, text).map_err(InstallError::io(&source))?;
        let mut command = Command::new(&self.cxx);
        command.args(["-std=c++20", "-shared", "-fPIC"]);
        let flags = [&self.flags, &self.cxx_flags, &self.link_flags];
        command.args(flags.iter().flat_map(|flags| flags.split_whitespace()));
        command
            .arg(&source)
            .arg("-o")
            .arg(folder.join("compiler.so"));
        let output = match tools.output(&mut command) {
            Err(InstallError::Interrupted) => return Err(InstallError::Interrupted),
            Err(_) => return Ok(Some("not found".to_owned())),
            Ok(output) => output,
        };
        if output.status.success() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text
            .lines()
            .find(|line| line.contains("error"))
            .unwrap_or("it fails");
        Ok(Some(line.trim().chars().take(120).collect()))
    }
}

/// The names of compilers of C++, the usual one first.
fn names() -> impl Iterator<Item = String> {
    let usual = ["c++", "g++", "clang++"].map(str::to_owned).into_iter();
    let numbered = |name: &'static str| RELEASES.rev().map(move |n| format!("{name}-{n}"));
    usual.chain(numbered("g++")).chain(numbered("clang++"))
}

/// The compilers of this name: clang is tried with its own standard library, too, because that of
/// the system may lack headers.
fn of_name(cxx: &str) -> Vec<Compiler> {
    let given = std::env::var("CC").ok().filter(|cc| !cc.is_empty());
    let plain = Compiler {
        cc: given.unwrap_or_else(|| c_compiler(cxx)),
        cxx: cxx.to_owned(),
        flags: String::new(),
        cxx_flags: String::new(),
        link_flags: String::new(),
    };
    if !cxx.contains("clang") {
        return vec![plain];
    }
    let own = Compiler {
        cxx_flags: "-stdlib=libc++".to_owned(),
        link_flags: "-stdlib=libc++".to_owned(),
        ..plain.clone()
    };
    vec![plain, own]
}

/// The compiler of C that belongs to one of C++.
fn c_compiler(cxx: &str) -> String {
    let (folder, name) = cxx.rsplit_once('/').map_or(("", cxx), |(_, name)| {
        (&cxx[..cxx.len() - name.len()], name)
    });
    let name = match name {
        "c++" => "cc".to_owned(),
        name => name
            .replacen("clang++", "clang", 1)
            .replacen("g++", "gcc", 1),
    };
    format!("{folder}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_of_c_and_cpp_belong_together() {
        for (cxx, cc) in [
            ("c++", "cc"),
            ("g++-14", "gcc-14"),
            ("/opt/bin/clang++-19", "/opt/bin/clang-19"),
        ] {
            assert_eq!(c_compiler(cxx), cc);
        }
    }

    #[test]
    fn flags_follow_from_the_instrumentation() {
        let clang = of_name("clang++-19").remove(1);
        let release = clang.clone().instrumented(Instrumentation::default());
        assert_eq!(release, clang);
        let with = "address+undefined+assertions".parse().unwrap();
        let built = clang.instrumented(with);
        assert!(built.flags.ends_with("-fsanitize=address,undefined"));
        assert!(
            built
                .cxx_flags
                .starts_with("-stdlib=libc++ -D_GLIBCXX_ASSERTIONS")
        );
        assert!(built.link_flags.ends_with("-shared-libsan"));
    }
}
