//! The conformance suite on each wrapper that needs no library, or whose library is there.

use murxla_wrappers::{conformance, find};

fn conforms(name: &str) {
    let wrapper = find(name).expect("a wrapper of this name");
    if let Err(failures) = conformance::run(wrapper, None) {
        panic!("{failures}");
    }
}

#[test]
fn toy() {
    conforms("toy");
}
