//! Runs tests as on a kernel without Landlock, which shows whether the other defences are enough.

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

/// Makes the system calls of Landlock fail in this thread and in what it starts, as they do on
/// older kernels.
fn leave_out_landlock() {
    let landlock = (libc::SYS_landlock_create_ruleset, Vec::new());
    let filter = SeccompFilter::new(
        [landlock].into_iter().collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::ENOSYS as u32),
        std::env::consts::ARCH.try_into().unwrap(),
    );
    let filter: BpfProgram = filter.unwrap().try_into().unwrap();
    seccompiler::apply_filter(&filter).unwrap();
}

/// Runs this as on a kernel without Landlock.
pub fn without_landlock<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    let filtered = || {
        leave_out_landlock();
        run()
    };
    std::thread::scope(|scope| match scope.spawn(filtered).join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

/// Runs a test on a kernel with Landlock, if this is one, and on one without.
pub fn on_both(test: impl Fn() + Sync) {
    test();
    without_landlock(&test);
}
