//! The makers, a folder each: both ends of the cable, and the facts of the maker's boards. All makers are listed only
//! in the macro call below.

pub mod certabo;
pub mod chesslink;
pub mod chessnut;
pub mod dgt;
pub mod dgt3000;
pub mod homemade;
pub mod novag;
pub mod pegasus;
pub mod squareoff;

/// Defines the enum of makers, given their names and facts.
macro_rules! makers {
    ($($maker:ident = $facts:path,)*) => {
        /// The maker whose protocol a board speaks; each has a page in docs/protocols/README.md, "Boards".
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Maker {
            $(#[doc = concat!("The maker with the facts `", stringify!($facts), "`.")] $maker,)*
        }

        impl Maker {
            /// All makers.
            pub const ALL: [Maker; [$(stringify!($maker)),*].len()] = [$(Maker::$maker),*];

            /// Returns the facts of the maker's boards.
            pub fn facts(self) -> &'static crate::Facts {
                match self { $(Maker::$maker => &$facts,)* }
            }
        }
    };
}

makers! {
    Dgt = dgt::FACTS,
    DgtBus = dgt::bus::FACTS,
    ChessLink = chesslink::FACTS,
    Certabo = certabo::FACTS,
    Sentio = certabo::SENTIO_FACTS,
    Novag = novag::FACTS,
    Chessnut = chessnut::FACTS,
    Pegasus = pegasus::FACTS,
    SquareOff = squareoff::FACTS,
    Home = homemade::FACTS,
}
