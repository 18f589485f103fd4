//! The displays in the hall: whoever opens the page has a name, operators alone say what it shows, and the public has none of it.

use crate::{
    arbiter_client::{Answer, Arbiter, ask},
    logins::link,
    rig::{Hall, config, folder, until},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

const REPORT: &str =
    r#"{"view":"grid","width":1920,"height":1080,"tables":[1],"page":1,"pages":1,"page_reason":"all"}"#;

fn hall_with_screens(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let config = config(&folder, &["/dev/none-1".to_owned()]);
    let text = fs::read_to_string(&config).expect("it was written");
    let text = text.replace("[server]\n", "[server]\ndelay_minutes = 15\nscreens = \"127.0.0.1:0\"\n");
    fs::write(&config, text).expect("the folder can be written");
    (folder, config)
}

fn post(address: &str, path: &str, body: &str) -> Answer {
    ask(address, "POST", path, &[], body)
}

fn begin(hall: &Hall) -> String {
    let begun = post(&hall.screens, "/api/v1/displays", REPORT);
    assert_eq!(begun.status, 201, "{begun:?}");
    begun.json()["display"].as_str().expect("a name").to_owned()
}

fn look(hall: &Hall, display: &str) -> Value {
    let told = post(&hall.screens, &format!("/api/v1/displays/{display}"), REPORT);
    assert_eq!(told.status, 200, "{told:?}");
    told.json()
}

/// Returns what the journal says of displays.
fn notes(folder: &std::path::Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("data/journal/hall.journal")).expect("the journal is there");
    let bodies = text.lines().filter_map(|line| serde_json::from_str::<Value>(line.get(17..)?).ok());
    bodies.filter_map(|body| body.get("access").cloned()).filter(|note| note["did"] == "display").collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_sets_a_display_up_and_it_stays_so_after_a_restart() {
    let (folder, config) = hall_with_screens("displays");
    let mut hall = Hall::start(&config);
    let said = link(&config, &["--name", "Ola Nowak", "--role", "operator"]);
    let operator = Arbiter::by(&String::from_utf8_lossy(&said.stdout));
    let display = begin(&hall);
    assert_eq!(look(&hall, &display)["place"], Value::Null);
    let path = format!("/api/v1/displays/{display}");
    let setup = json!({"view": "feature", "inches": 65, "metres": 10.5, "pins": [1], "turn_s": 20});
    let early = operator.post(&path, &json!({"do": "assign", "setup": setup}));
    assert!(early.status == 409 && early.body.contains("adopt it first"), "{early:?}");
    for order in [json!({"do": "adopt", "place": "Stage"}), json!({"do": "assign", "setup": setup})] {
        assert_eq!(operator.post(&path, &order).status, 200, "{order}");
        // What was said is what the display is told next.
        let told = look(&hall, &display);
        assert_eq!(told["place"], "Stage");
        assert_eq!(told["setup"]["view"] == "feature", order["do"] == "assign", "{told}");
    }
    for (order, why) in [
        (json!({"do": "assign", "setup": {"inches": 1}}), "give 10 to 400 inches"),
        (json!({"do": "assign", "setup": {"engine": true}}), "unknown field"),
        (json!({"do": "dance"}), "unknown variant"),
    ] {
        let refused = operator.post(&path, &order);
        assert!(refused.status == 422 && refused.body.contains(why), "{refused:?}");
    }
    let list = operator.get("/api/v1/displays").json();
    let listed = &list["displays"][0];
    assert_eq!((&listed["display"], &listed["report"]["page_reason"]), (&json!(display), &json!("all")));
    until("the orders are in the journal", || notes(&folder).len() == 2).await;
    let note = &notes(&folder)[1];
    assert_eq!(
        (&note["by"], &note["role"], &note["order"]["do"]),
        (&json!("Ola Nowak"), &json!("operator"), &json!("assign"))
    );
    assert!(note["login"].is_string(), "{note}");

    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let hall = Hall::start(&config);
    let told = look(&hall, &display);
    assert_eq!(
        (&told["place"], &told["setup"]["metres"], &told["setup"]["turn_s"]),
        (&json!("Stage"), &json!(10.5), &json!(20))
    );
    // A page of another version is told so.
    assert!(told["files"].as_str().is_some_and(|files| files.len() == 16), "{told}");
}

#[test]
fn the_public_has_no_display_and_a_screen_gives_no_orders() {
    let (_, config) = hall_with_screens("displays-public");
    let hall = Hall::start(&config);
    let display = begin(&hall);
    let arbiter = Arbiter::enter(&hall);
    for path in [
        "/hall/",
        &format!("/hall/{display}"),
        "/hall/openapi.json",
        "/wall/main.js",
        "/wall/index.html",
        &format!("/api/v1/displays/{display}/code.svg"),
    ] {
        assert_eq!(ask(&hall.address, "GET", path, &[], "").status, 404, "{path}");
    }
    let told = look(&hall, &display);
    for path in ["/api/v1/displays".to_owned(), format!("/api/v1/displays/{display}")] {
        assert_eq!(post(&hall.address, &path, REPORT).status, 404, "{path}");
    }
    // At the screens' own listener there is the page, and no way to change anything or to see other displays.
    let page = ask(&hall.screens, "GET", &format!("/hall/{display}"), &[], "");
    let version = format!("data-files={}", told["files"]);
    assert!(
        page.status == 200 && page.body.contains(&version) && page.header("cache-control").is_some(),
        "{page:?}"
    );
    for path in [
        "/wall/main.js",
        "/wall/index.html",
        "/hall/index.html",
        "/arbiter/page.js",
        "/hall/..%2farbiter%2fpage.js",
    ] {
        assert_eq!(ask(&hall.screens, "GET", path, &[], "").status, 404, "{path}");
    }
    assert_eq!(ask(&hall.screens, "GET", "/hall/icon.svg", &[], "").status, 200);
    assert_eq!(ask(&hall.screens, "GET", "/hall/main.js", &[], "").status, 404, "a display has no such name");
    let led = ask(&hall.screens, "GET", "/", &[], "");
    assert_eq!((led.status, led.header("location")), (307, Some("hall/")), "{led:?}");
    assert_eq!(ask(&hall.screens, "GET", "/api/v1/displays", &[], "").status, 405);
    let forged =
        post(&hall.screens, &format!("/api/v1/displays/{display}"), r#"{"do":"adopt","place":"Mine"}"#);
    assert_eq!(forged.status, 422, "{forged:?}");
    let code = ask(&hall.screens, "GET", &format!("/api/v1/displays/{display}/code.svg"), &[], "");
    assert!(code.status == 200 && code.body.starts_with("<svg"), "{code:?}");
    for odd in ["nobody", "a-b-c", "..%2f..%2fetc", "%00"] {
        assert_eq!(post(&hall.screens, &format!("/api/v1/displays/{odd}"), REPORT).status, 404, "{odd}");
    }
    // It waits to be adopted.
    assert_eq!(arbiter.get("/api/v1/displays").json()["displays"][0]["place"], Value::Null);
}

#[test]
fn a_hall_without_a_listener_for_screens_says_which_setting_is_missing() {
    let hall = Hall::start(&config(&folder("displays-none"), &[]));
    let chief = Arbiter::enter(&hall);
    assert_eq!(chief.get("/api/v1/displays").json(), json!({"displays": null}));
    let refused = chief.post("/api/v1/displays/amber-river-lantern", &json!({"do": "identify"}));
    assert!(refused.status == 409 && refused.body.contains("set screens in [server]"), "{refused:?}");
    assert_eq!(ask(&hall.address, "GET", "/hall/", &[], "").status, 404);
}
