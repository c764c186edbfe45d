//! Choosing the instruction set of the hot kernels at run time.
//!
//! A kernel is written once, in portable code. `kernel!` compiles it twice, for the target's
//! baseline and for AVX2 with fast bit counting, and picks one by an [`Isa`] value. Nothing else
//! in the project is written for a particular processor.

use std::sync::OnceLock;

/// The instructions the kernels may use.
///
/// The wide kind can only be had from [`Isa::best`], which asks the processor: holding one is the
/// proof that `kernel!` needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa {
    wide: bool,
}

impl Isa {
    /// Baseline instructions, the same on every machine of this architecture.
    pub const PORTABLE: Self = Self { wide: false };

    /// The widest instructions this machine has; [`Isa::PORTABLE`] where the environment variable
    /// `STRELCI_PORTABLE` is set.
    #[must_use]
    pub fn best() -> Self {
        static BEST: OnceLock<Isa> = OnceLock::new();
        *BEST.get_or_init(|| Self {
            wide: std::env::var_os("STRELCI_PORTABLE").is_none() && detected(),
        })
    }

    /// Whether the kernels compiled for wide instructions are meant.
    #[inline(always)]
    #[must_use]
    pub const fn is_wide(self) -> bool {
        self.wide
    }

    /// A name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        if self.wide { "avx2" } else { "portable" }
    }
}

#[cfg(target_arch = "x86_64")]
fn detected() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> bool {
    false
}

/// Defines a function, generic over the width `N`, that runs a kernel compiled for the
/// instructions of its first argument. The kernel must be `#[inline(always)]`.
///
/// Measured: counting moves is 2.1 times and evaluating positions about 2.5 times as fast with
/// wide instructions as without (see `benches`).
macro_rules! kernel {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty = $kernel:path;) => {
        $(#[$doc])*
        // Kernels are large: one copy of each is enough.
        #[inline(never)]
        #[must_use]
        $vis fn $name<const N: usize>(isa: $crate::isa::Isa, $($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide<const N: usize>($($arg: $type),*) -> $result {
                    $kernel($($arg),*)
                }
                if isa.is_wide() {
                    // SAFETY: a wide `Isa` exists only where every one of these features was
                    // detected on the running processor.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($arg),*) };
                }
            }
            let _ = isa;
            $kernel($($arg),*)
        }
    };
}

pub(crate) use kernel;
