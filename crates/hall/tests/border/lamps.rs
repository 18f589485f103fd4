//! The lamps of boards: whose permission they need, and when they have it.

use crate::rig::{Rig, fold, setup};
use board::Contents;
use hall::{BoardChoice, HallSetup, Lamps};
use shakmaty::{Board, Color, Square};

#[test]
fn lamps_show_what_stands_wrong_only_where_and_when_the_organiser_says() {
    for (lamps, before, during) in
        [(Lamps::Never, false, false), (Lamps::BeforeGames, true, false), (Lamps::Always, true, true)]
    {
        let mut rig = Rig::new(HallSetup { lamps, ..setup(&[BoardChoice::Any]) });
        let mut placement = Board::new();
        placement.discard_piece_at(Square::A2);
        rig.plug_version(1, (3, 24), &placement);
        rig.run(6000);
        assert_eq!(rig.lamps_lit > 0, before, "{lamps:?} before the game");
        rig.put(1, Square::A2, Contents::Piece(Color::White.pawn()));
        rig.run(3000);
        rig.play(1, "e2e4 e7e5");
        let lit = rig.lamps_lit;
        rig.put(1, Square::H7, Contents::Empty);
        rig.run(12_000);
        assert_eq!(rig.lamps_lit > lit, during, "{lamps:?} during play");
        assert_eq!(rig.hall.setup().map(|setup| setup.lamps), Some(lamps));
        let again = fold(&rig.journal).finish();
        assert_eq!(again.hall.setup().map(|setup| setup.lamps), Some(lamps), "the journal knows it");
    }
}
