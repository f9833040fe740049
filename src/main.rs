//! The program `murxla-rs`: a model-based API fuzzer for SMT solvers.

fn main() -> std::process::ExitCode {
    murxla_rs::main()
}
