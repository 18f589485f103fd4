//! Every route of the arbiter's listener, as its OpenAPI document lists them, asked by every role, and by those who have
//! no login, or one that is over.

use crate::{
    arbiter_client::{Answer, Arbiter, ask, enter, parts},
    arbiter_security::PARTS,
    logins::{free_port, link},
    rig::{Hall, config, folder, until},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{fs, path::Path, process::Command};

/// The roles, the least of them first.
const ROLES: [&str; 5] = ["guest", "operator", "organiser", "arbiter", "chief-arbiter"];
/// The way in and the way out, which need no login.
const DOOR: &str = "/api/v1/session";

/// A route of the document, with the roles that may use it; `None` if no login is needed.
struct Route {
    method: String,
    path: String,
    roles: Option<Vec<String>>,
}

impl Route {
    fn needs_origin(&self) -> bool {
        self.method != "GET" || self.path.starts_with("/ws/")
    }
}

/// Returns the routes of the document that the listener serves.
fn routes(arbiter: &Arbiter) -> Vec<Route> {
    let file = arbiter.get("/openapi.json").json();
    let mut routes = Vec::new();
    for (path, operations) in file["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            if method == "parameters" || path == "/openapi.json" {
                continue;
            }
            let is_open = operation["security"] == json!([]);
            let roles = operation["x-roles"].as_array().map(|roles| {
                roles.iter().map(|role| role.as_str().expect("a role").to_owned()).collect::<Vec<_>>()
            });
            assert_eq!(
                roles.is_none(),
                is_open,
                "{method} {path} says who may, or that nobody has to log in"
            );
            let path = PARTS.iter().fold(path.clone(), |path, (name, value)| path.replace(name, value));
            routes.push(Route { method: method.to_uppercase(), path, roles });
        }
    }
    // The last request of a login is the one that ends it.
    routes.sort_by_key(|route| route.path == DOOR);
    routes
}

fn send(address: &str, route: &Route, cookie: &str, origin: &str) -> Answer {
    let headers = [("Cookie", cookie), ("Origin", origin), ("Content-Type", "application/json")];
    let body = if route.method == "POST" { "{}" } else { "" };
    ask(address, &route.method, &route.path, &headers, body)
}

/// Runs `topboard link` with these options, and returns what it says.
fn link_for(config: &Path, options: &[&str]) -> String {
    let said = link(config, options);
    assert_eq!(said.status.code(), Some(0), "{said:?}");
    String::from_utf8_lossy(&said.stdout).into_owned()
}

/// Lets in a person of this role.
fn invite(config: &Path, role: &str) -> Arbiter {
    Arbiter::by(&link_for(config, &["--name", &format!("The {role}"), "--role", role]))
}

/// Returns the name of a login in the list.
fn id(arbiter: &Arbiter) -> String {
    arbiter.get("/api/v1/logins/mine").json()["login"].as_str().expect("a name").to_owned()
}

/// Makes these logins older than any login may get, in the file of a program that has ended.
pub(crate) fn age(file: &Path, logins: &[String]) {
    let text = fs::read_to_string(file).expect("it is there");
    let (_, lines) = text.split_once('\n').expect("a title");
    let aged: String = lines
        .lines()
        .map(|line| {
            let mut parts: Vec<&str> = line.split('\t').collect();
            if logins.iter().any(|login| login == parts[0]) {
                (parts[2], parts[3]) = ("1", "1");
            }
            parts.join("\t") + "\n"
        })
        .collect();
    let digest: String = Sha256::digest(&aged).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(file, format!("topboard logins 2 {digest}\n{aged}")).expect("it can be written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_lets_in_the_roles_it_names_and_nobody_else() {
    let folder = folder("roles-routes");
    let config = config(&folder, &[]);
    let text = fs::read_to_string(&config).expect("it is there");
    // The cookie belongs to one port, so the second run needs the port of the first.
    let at = text.rfind("127.0.0.1:0").expect("the arbiter's address comes last");
    fs::write(&config, format!("{}127.0.0.1:{}{}", &text[..at], free_port(), &text[at + 11..]))
        .expect("a file");

    let mut hall = Hall::start(&config);
    let [live, expired, ended] = [(); 3].map(|()| ROLES.map(|role| invite(&config, role)));
    let chief = &live[4];
    for login in ended.each_ref().map(id) {
        assert_eq!(chief.send("DELETE", &format!("/api/v1/logins/{login}"), "").status, 200);
    }
    let expired_ids = expired.each_ref().map(id);
    let file = folder.join("data/arbiter.logins");
    let is_kept = || fs::read_to_string(&file).is_ok_and(|text| text.lines().count() == 11);
    until("the logins are written", is_kept).await;
    let used_link = parts(&hall.link);
    assert_eq!(enter(&used_link.0, &used_link.1).status, 200);
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    age(&file, &expired_ids);
    let hall = Hall::start(&config);
    let address = &live[0].address;
    assert_eq!(&parts(&hall.link).0, address);

    let own = format!("http://{address}");
    let routes = routes(&live[4]);
    assert!(routes.len() > 20, "{}", routes.len());
    for (role, live) in ROLES.iter().zip(&live) {
        // The burst of a login is 40 requests, and a role makes no more.
        for route in &routes {
            let what = format!("{role}: {} {}", route.method, route.path);
            if route.needs_origin() {
                for foreign in ["http://evil.example", &format!("http://{}", hall.address), "null"] {
                    assert_eq!(
                        send(address, route, &live.cookie, foreign).status,
                        403,
                        "{what} from {foreign}"
                    );
                }
            }
            let answer = send(address, route, &live.cookie, &own);
            let Some(roles) = &route.roles else { continue };
            assert_ne!(answer.status, 429, "{what}: {answer:?}");
            if roles.iter().any(|may| may == role) {
                assert!(![401, 403].contains(&answer.status), "{what}: {answer:?}");
            } else {
                assert_eq!(answer.status, 403, "{what}: {answer:?}");
                let why = answer.json();
                for may in roles {
                    let may = may.replace('-', " ");
                    assert!(why["error"].as_str().is_some_and(|why| why.contains(&may)), "{what}: {why}");
                }
                assert!(why["words"]["ru"].is_string() && why["words"]["pl"].is_string(), "{what}: {why}");
            }
        }
        assert_eq!(live.get("/api/v1/event").status, 401, "{role}: it left at last");
    }
    let strangers = expired.iter().chain(&ended).map(|arbiter| arbiter.cookie.as_str());
    for cookie in strangers.chain(["", "topboard_arbiter=guess"]) {
        for route in routes.iter().filter(|route| route.roles.is_some()) {
            let answer = send(address, route, cookie, &own);
            assert_eq!(answer.status, 401, "{} {} with {cookie:?}: {answer:?}", route.method, route.path);
        }
    }
    for (link, key) in [used_link, parts(&hall.link)] {
        let first = enter(&link, &key).status;
        assert!(first == 401 || first == 200, "{first}");
        assert_eq!(enter(&link, &key).status, 401, "a link that was used, or is of an earlier start");
    }
}

#[test]
fn a_command_is_for_the_roles_that_may_give_it() {
    let folder = folder("roles-commands");
    let config = config(&folder, &[]);
    let _hall = Hall::start(&config);
    let people = ROLES.map(|role| invite(&config, role));
    let commands = [
        (json!({"cmd": "restore", "ply": 99}), [false, true, false, true, true]),
        (json!({"cmd": "result", "result": "*"}), [false, false, true, true, true]),
        (json!({"cmd": "rule", "incident": 99, "decision": "stands"}), [false, false, false, true, true]),
        (json!({"cmd": "clock", "do": "times"}), [false, false, false, true, true]),
        (json!({"cmd": "note", "text": "x"}), [false, false, false, true, true]),
    ];
    let orders = [
        (json!({"do": "gate", "table": 1}), [false, true, false, false, true]),
        (json!({"do": "open", "key": "A", "round": 1}), [false, true, true, false, true]),
        (json!({"do": "undo"}), [false, false, true, false, true]),
        (json!({"do": "confirm-proved"}), [false, true, true, true, true]),
        (
            json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "*"}),
            [false, false, true, true, true],
        ),
    ];
    for (path, bodies) in [("/api/v1/tables/1/commands", commands), ("/api/v1/event", orders)] {
        for (body, may) in bodies {
            for ((person, role), may) in people.iter().zip(ROLES).zip(may) {
                let answer = person.post(path, &body);
                assert_eq!(answer.status != 403, may, "{role} {body}: {answer:?}");
            }
        }
    }
}

#[test]
fn an_order_is_signed_with_the_person_of_the_login() {
    let folder = folder("roles-signed");
    let config = config(&folder, &[]);
    let mut loud = Command::new(env!("CARGO_BIN_EXE_topboard"));
    loud.args(["run", "--config"]).arg(&config);
    let hall = Hall::start_as(loud, &config);
    let anna = Arbiter::by(&link_for(&config, &["--name", "Anna Nowak", "--role", "chief-arbiter"]));
    let mine = anna.get("/api/v1/logins/mine").json();
    assert_eq!((&mine["name"], &mine["role"]), (&json!("Anna Nowak"), &json!("chief-arbiter")));
    let login = id(&anna);
    let note = |text: &str, more: Value| {
        let mut note = json!({"cmd": "note", "text": text});
        note.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        note
    };
    let path = "/api/v1/tables/1/commands";
    assert_eq!(anna.post(path, &note("a", json!({}))).status, 200);
    assert_eq!(anna.post(path, &note("b", json!({"author": "Anna Nowak", "login": "forged"}))).status, 200);
    let refused = anna.post(path, &note("c", json!({"author": "Judge"})));
    assert_eq!(refused.status, 403);
    assert!(
        refused.json()["error"].as_str().is_some_and(|why| why.contains("signs as Anna Nowak")),
        "{refused:?}"
    );
    for path in
        ["/api/v1/event/import?apply=true&author=Judge", "/api/v1/event/round-robin?apply=true&author=Judge"]
    {
        assert_eq!(anna.send("POST", path, "").status, 403, "{path}");
    }
    assert_eq!(anna.post("/api/v1/event", &json!({"do": "event", "name": "Open"})).status, 200);
    assert_eq!(anna.post("/api/v1/tables/1/freeze", &json!({})).status, 200);
    // A login without a name says who it is, and nothing vouches for that.
    let judge = Arbiter::enter(&hall);
    assert_eq!(judge.post(path, &note("d", json!({}))).status, 422);
    assert_eq!(judge.post(path, &note("e", json!({"author": "Judge", "login": "forged"}))).status, 200);

    let journal = fs::read_to_string(folder.join("data/journal/hall.journal")).expect("it is there");
    let signed = format!(r#""author":"Anna Nowak","login":"{login}""#);
    for text in [r#""text":"a","#, r#""text":"b","#, r#""do":"event","name":"Open","#] {
        assert!(journal.contains(&format!("{text}{signed}")), "{text} {journal}");
    }
    assert_eq!(journal.matches(&signed).count(), 4, "the state of the table, too");
    assert!(journal.contains(r#""text":"e","author":"Judge"}"#) && !journal.contains("forged"), "{journal}");

    // Who looked is in the log.
    assert_eq!(anna.get("/api/v1/arbiter/result-sheet").status, 200);
    assert!(
        hall.log().contains("Anna Nowak (chief arbiter) looked at /api/v1/arbiter/result-sheet"),
        "{}",
        hall.log()
    );
}

#[test]
fn links_give_no_more_than_their_maker_has_and_end_with_their_login() {
    let folder = folder("roles-links");
    let config = config(&folder, &[]);
    let _hall = Hall::start(&config);
    let [operator, chief] = ["operator", "chief-arbiter"].map(|role| invite(&config, role));
    let wanted = |role: &str| json!({"name": "Jan Kowal", "role": role});
    assert_eq!(operator.post("/api/v1/links", &wanted("chief-arbiter")).status, 403);
    assert_eq!(operator.post("/api/v1/links", &wanted("king")).status, 422);
    assert_eq!(operator.post("/api/v1/links", &json!({"role": "operator"})).status, 422);
    assert_eq!(chief.post("/api/v1/links", &wanted("chief-arbiter")).status, 200);
    let link = operator.post("/api/v1/links", &json!({})).json()["link"].as_str().expect("a link").to_owned();
    let same = Arbiter::by(&link).get("/api/v1/logins/mine").json();
    assert_eq!((&same["name"], &same["role"]), (&json!("The operator"), &json!("operator")));
    let unused = operator.post("/api/v1/links", &wanted("operator")).json()["link"]
        .as_str()
        .expect("a link")
        .to_owned();

    // From the command line: the list names people, and a login that is ended takes its unused links with it.
    let login = id(&operator);
    let listed = link_for(&config, &["--list"]);
    assert!(
        listed.contains(&format!("{login}  The operator, operator; Firefox · Linux at 127.0.0.1")),
        "{listed}"
    );
    assert!(link_for(&config, &["--end", &login]).contains("is ended"));
    assert_eq!(operator.get("/api/v1/event").status, 401);
    let (address, key) = parts(&unused);
    assert_eq!(enter(&address, &key).status, 401);
    assert!(!link_for(&config, &["--list"]).contains(&login));
}
