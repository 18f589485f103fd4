//! The client livechess of PyPI, which `./check` installs from tests/clients.txt: it dies of a key too many, it looks for every
//! fault that its author has met, and its watch tells an operator's phone of new ones.

use super::{ntfy::Ntfy, with_livechess};
use crate::{
    arbiter_client::{Arbiter, ask},
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder, until},
    seat::{Deed, Seat, game},
};
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position, san::San};
use std::{
    fs::File,
    path::{Path, PathBuf},
    process::{Child, Command},
    time::Instant,
};

/// The client. Its port is fixed, so it is told another; and its watch sleeps for a shorter time.
struct Strict {
    port: u16,
}

impl Strict {
    fn command(&self, arguments: &[&str]) -> Command {
        let program = "import sys, time\nfrom livechess import local, main\n\
            local.LiveChessLocal.__init__.__defaults__ = (None, int(sys.argv[1]))\n\
            main.sleep = lambda seconds: time.sleep(seconds / 20)\nmain.app(sys.argv[2:])";
        let python = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../clients/bin/python");
        assert!(python.exists(), "{} is missing; `./check --only test` installs it", python.display());
        let mut command = Command::new(python);
        command.args(["-u", "-c", program]).arg(self.port.to_string()).args(arguments).env("COLUMNS", "200");
        command
    }

    fn run(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().expect("the client starts");
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        said.into_owned()
    }

    /// Waits until the client finds these events in a tournament, and none that is not named.
    fn finds(&self, tournament: &str, wanted: &[&str]) {
        const ALL: [&str; 7] = [
            "Board missing",
            "Game finished",
            "Clock paused",
            "Wrong move guessed",
            "Non-played king move",
            "Error reconstructing",
            "Premature result",
        ];
        let end = Instant::now() + PATIENCE;
        loop {
            let said = self.run(&["events", tournament]);
            let found: Vec<&str> = ALL.into_iter().filter(|event| said.contains(event)).collect();
            if found == wanted && (!wanted.is_empty() || said.contains("No events")) {
                return;
            }
            assert!(Instant::now() < end, "{wanted:?}, and it says: {said}");
        }
    }
}

/// A board on which some plies were played, the hall around it, and the client.
struct Scene {
    seat: Seat,
    arbiter: Arbiter,
    strict: Strict,
    tournament: String,
    _hall: Hall,
}

impl Scene {
    /// Plays so many plies in a hall. `enter` tells it of its rounds; the name of the tournament is what the client is told.
    async fn begin(folder: &Path, plies: usize, enter: impl FnOnce(&Arbiter)) -> Scene {
        let seat = Seat::new(folder, 1, game(3, 40));
        seat.does(Deed::HoldAt(0));
        let config = config(folder, std::slice::from_ref(&seat.port));
        let strict = Strict { port: free_port() };
        with_livechess(&config, strict.port, "first = 1\n[results]\ncheckmate = \"ask\"\n");
        let hall = Hall::start(&config);
        let arbiter = Arbiter::enter(&hall);
        enter(&arbiter);
        let address = format!("127.0.0.1:{}", strict.port);
        let tournaments = || ask(&address, "GET", "/api/v1.0/tournaments", &[], "").json();
        until("the round is told", || tournaments()[0]["rounds"] == 1).await;
        let tournament = tournaments()[0]["uuid"].as_str().expect("text").to_owned();
        let scene = Scene { seat, arbiter, strict, tournament, _hall: hall };
        scene.play(plies).await;
        scene
    }

    /// Plays until so many plies are made.
    async fn play(&self, plies: usize) {
        self.seat.does(Deed::GoTo(plies));
        let progress = || self.seat.progress();
        until("the plies are played", || progress().plies >= plies && progress().held).await;
    }

    fn finds(&self, wanted: &[&str]) {
        self.strict.finds(&self.tournament, wanted);
    }

    fn order(&self, order: Value) {
        give(&self.arbiter, order);
    }

    fn correct(&self, game: &[&str]) {
        let mut position = Chess::default();
        let moves = game.iter().map(|san| {
            let san: San = san.trim_end_matches(['#', '+']).parse().expect("a move");
            let mv = san.to_move(&position).expect("it is legal");
            position.play_unchecked(mv);
            mv.to_uci(CastlingMode::Standard).to_string()
        });
        let moves: Vec<String> = moves.collect();
        let answer = self.arbiter.says(1, json!({"cmd": "correct", "from_ply": 1, "moves": moves}));
        assert_eq!(answer.status, 200, "{moves:?}: {answer:?}");
    }

    fn played(&self) -> Vec<&str> {
        self.seat.wanted[..self.seat.progress().plies].iter().map(String::as_str).collect()
    }
}

fn give(arbiter: &Arbiter, mut order: Value) {
    order["author"] = json!("Judge");
    let answer = arbiter.post("/api/v1/event", &order);
    assert_eq!(answer.status, 200, "{order}: {answer:?}");
}

/// Enters a tournament with a round, and opens it.
fn a_round(arbiter: &Arbiter) {
    let order = json!({"do": "enter", "key": "A", "name": "Open", "first_table": 1,
        "players": {"1": {"name": "Nowak, Anna"}, "2": {"name": "Kowalski, Jan"}},
        "rounds": {"1": {"pairings": {"1": {"white": 1, "black": 2}}}}});
    give(arbiter, order);
    give(arbiter, json!({"do": "open", "key": "A", "round": 1}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_strict_client_finds_nothing_in_a_clean_game_and_every_fault_it_knows() {
    let scene = Scene::begin(&folder("livechess-strict"), 12, a_round).await;
    scene.finds(&[]);
    let Scene { strict, tournament, seat, .. } = &scene;
    assert!(strict.run(&["tournaments"]).contains(tournament));
    assert!(strict.run(&["eboards"]).contains("ACTIVE"));
    let shown = strict.run(&["tournament", tournament]);
    assert!(shown.contains("Anna Nowak") && shown.contains("Jan Kowalski"), "{shown}");

    seat.does(Deed::Unplug);
    scene.finds(&["Board missing"]);
    seat.does(Deed::Plug);
    scene.finds(&[]);

    // A result while the clock runs on.
    scene.order(json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "1-0"}));
    scene.finds(&["Premature result"]);
    scene.order(json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "*"}));
    scene.finds(&[]);

    // Moves that a person wrote have no times, and look like guesses.
    scene.correct(&["d4"]);
    scene.finds(&["Error reconstructing"]);
    scene.correct(&scene.played());
    scene.finds(&["Wrong move guessed"]);

    seat.does(Deed::SetClock(600_000, 600_000));
    scene.finds(&["Clock paused", "Wrong move guessed"]);
    scene.correct(&["e4", "a6", "Ke2", "a5", "Ke3", "a4", "Kd4"]);
    scene.finds(&["Clock paused", "Wrong move guessed", "Non-played king move", "Error reconstructing"]);
    scene.correct(&["f3", "e5", "g4", "Qh4#"]);
    scene.finds(&["Game finished", "Clock paused", "Wrong move guessed"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_hall_of_boards_alone_is_a_tournament_to_a_strict_client() {
    let names = |arbiter: &Arbiter| {
        let names = json!({"cmd": "start", "white": "Nowak, Anna", "black": "Kowalski, Jan"});
        assert_eq!(arbiter.says(1, names).status, 200);
    };
    let scene = Scene::begin(&folder("livechess-boards-alone"), 12, names).await;
    scene.finds(&[]);
    let Scene { strict, tournament, seat, arbiter, .. } = &scene;
    assert!(strict.run(&["tournaments"]).contains(tournament));
    let shown = strict.run(&["tournament", tournament]);
    let last = scene.played()[11];
    assert!(shown.contains("Anna Nowak") && shown.contains(&format!("6... {last}")), "{shown}");
    seat.does(Deed::Unplug);
    scene.finds(&["Board missing"]);
    seat.does(Deed::Plug);
    scene.finds(&[]);
    assert_eq!(arbiter.says(1, json!({"cmd": "result", "result": "1-0"})).status, 200);
    scene.finds(&["Premature result"]);
}

/// The client's watch, which tells a phone.
struct Watch {
    child: Child,
    said: PathBuf,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn the_watch_of_a_strict_client_is_silent_over_a_clean_game_and_tells_of_every_trouble_once() {
    let folder = folder("livechess-watch");
    // From here on nobody castles: a client that asks for the pieces before such a move and for the moves after it finds a fault.
    let scene = Scene::begin(&folder, 20, a_round).await;
    scene.finds(&[]);
    let ntfy = Ntfy::start(&folder).await;
    let said = folder.join("watch.txt");
    let into = File::create(&said).expect("the folder can be written");
    let mut command = scene.strict.command(&["watch", &scene.tournament, "--ntfy", &ntfy.url("hall")]);
    command.env("REQUESTS_CA_BUNDLE", &ntfy.root).env("NO_PROXY", "*");
    let child = command.stdout(into.try_clone().expect("a file")).stderr(into).spawn().expect("it starts");
    let mut watch = Watch { child, said };
    let mut told = 0;
    let mut tells = async |wanted: &str| {
        until(&format!("the phone is told: {wanted}"), || {
            let status = watch.child.try_wait().expect("it was started");
            assert!(
                status.is_none(),
                "it ended: {}",
                std::fs::read_to_string(&watch.said).unwrap_or_default()
            );
            ntfy.told()[told..].iter().any(|news| news.lines().any(|line| line.starts_with(wanted)))
        })
        .await;
        told = ntfy.told().len();
    };

    // Ten moves more, of which nothing is worth telling, each at a pace at which the client keeps up.
    for plies in 21..=30 {
        scene.play(plies).await;
        scene.finds(&[]);
    }
    let first = "1-1: Board missing";
    scene.seat.does(Deed::Unplug);
    tells(first).await;
    assert_eq!(ntfy.told(), [first], "nothing before, and nothing with it");
    scene.seat.does(Deed::Plug);
    scene.finds(&[]);
    scene.order(json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "1-0"}));
    tells("1-1: Premature result").await;
    scene.order(json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "*"}));
    scene.finds(&[]);
    scene.correct(&["d4"]);
    tells("1-1: Error reconstructing game").await;
    scene.correct(&scene.played());
    tells("1-1: Wrong move guessed by LiveChess on move").await;
    scene.seat.does(Deed::SetClock(600_000, 600_000));
    tells("1-1: Clock paused").await;
    scene.correct(&["e4", "a6", "Ke2", "a5", "Ke3", "a4", "Kd4"]);
    tells("1-1: Non-played king move added by LiveChess").await;
    scene.correct(&["f3", "e5", "g4", "Qh4#"]);
    tells("1-1: Game finished").await;
    let missing = ntfy.told().iter().filter(|news| news.contains("Board missing")).count();
    assert_eq!(missing, 1, "of each trouble once: {:?}", ntfy.told());
}
