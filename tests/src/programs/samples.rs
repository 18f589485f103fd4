//! Tests of the readers of scripts and of code, with samples that call programs that do not exist.

use super::{shell::calls, starts::starts};

#[test]
fn calls_are_found_wherever_they_stand() {
    let script = r#"
        # no
        a=1 one "$(two x | three)" > four && ! five || (six; seven) &
        if eight; then nine; fi  # no
        case "$x" in
            a | "b c") ten ;;
            *) eleven; esac
        f() { twelve 2>/dev/null; }
        f; for x in no; do /sbin/thirteen; done; for tool in fourteen; do :; done
        cat <<END
            no $(fifteen)
END
        cat <<'END'
            no $(no)
END
        nice -n 5 timeout 3 sixteen; trap 'seventeen "$x"' EXIT; [[ a == b && c ]] || eighteen
        y=(no "$(nineteen)" no); z=$((1 + 2)); while read -r l; do twenty; done < <(last "${x[@]}")
    "#;
    let found: Vec<String> = calls(script).into_iter().map(|call| call.program).collect();
    let mut sorted: Vec<&str> =
        "two three one five six seven eight nine ten eleven twelve /sbin/thirteen fourteen cat \
                                 fifteen cat nice timeout sixteen seventeen eighteen nineteen last twenty"
            .split_whitespace()
            .collect();
    let mut seen: Vec<&str> = found.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    seen.sort_unstable();
    assert_eq!(seen, sorted);
}

#[test]
fn starts_are_found_in_every_language() {
    let rust = concat!(
        "Command::",
        "new(\"one\").arg(\"no\");\nCommand::",
        "new(env!(\"CARGO_BIN_EXE_topboard\"));\n",
        "Command::",
        "new(name)\n.args([\"-m\", \"sh\", ",
        "\"-c\", \"two \\\"$X\\\" | three\"]);\n",
        "const S: &str = r#\"four; exit\"#; [\"sh\", ",
        "\"-c\", S]",
    );
    let script = "import { spawn } from \"node:child_process\";\nspawn(\"five\", []); spawn(BIN); /x/.exec(text);\n\
                  const SHELL = [\"seven\", \"sh\", \"-c\", 'eight \"$1\" && exec \"$@\"'];\n";
    let python = "import subprocess\nsubprocess.run([\"six\", no])\nsubprocess.run([build])\n";
    let names =
        |path: &str, text: &str| starts(path, text).into_iter().map(|call| call.program).collect::<Vec<_>>();
    assert_eq!(names("x.rs", rust), ["one", "name", "two", "three", "four"]);
    assert_eq!(names("x.mjs", script), ["five", "seven", "eight", "$@"]);
    assert_eq!(names("x", python), ["six"]);
}
