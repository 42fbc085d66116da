//! Limits hold for programs that hang, write without end or use more than they may.

use std::time::Duration;

use super::*;

fn limits() -> Limits {
    Limits {
        time: None,
        kilobytes: None,
        idle: None,
        output: Most::Kept(1 << 20),
        ceilings: Ceilings::default(),
    }
}

fn shell(script: &str, limits: Limits) -> Ended {
    let mut command = command("sh").expect("there is a shell");
    command.args(["-c", script]);
    execute(command, limits, &|| false).expect("it starts")
}

#[test]
fn who_waits_for_nothing_is_ended() {
    let idle = Some(Duration::from_millis(400));
    let ended = shell("sleep 1000 & wait", Limits { idle, ..limits() });
    assert_eq!(ended.stopped, Some(Stopped::Idle));
    // A process that computes is not idle.
    let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done";
    let ended = shell(busy, Limits { idle, ..limits() });
    assert_eq!((ended.stopped, &ended.stdout[..]), (None, &b"done\n"[..]));
}

#[test]
fn who_writes_too_much_is_ended_or_cut() {
    let output = Most::Allowed(1000);
    let ended = shell(
        "while :; do echo something; done",
        Limits { output, ..limits() },
    );
    assert_eq!(ended.stopped, Some(Stopped::Output));
    let output = Most::Kept(10);
    let ended = shell("echo something longer", Limits { output, ..limits() });
    assert_eq!(
        (ended.stopped, &ended.stdout[..]),
        (None, &b"something "[..])
    );
}

#[test]
fn the_system_holds_the_ceilings() {
    let ceilings = Ceilings {
        address_space: Some(100 << 20),
        cpu: Some(7),
        file: Some(1 << 20),
    };
    let ended = shell(
        "ulimit -v; ulimit -t; ulimit -f; ulimit -c",
        Limits {
            ceilings,
            ..limits()
        },
    );
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        ["102400", "7", "2048", "0"]
    );
}

#[test]
fn programs_are_found_from_here() {
    assert!(program("sh").expect("found").is_absolute());
    let here = std::env::current_dir().expect("somewhere");
    assert_eq!(program("./x/cc").expect("a path"), here.join("./x/cc"));
    assert!(program("no-such-program-anywhere").is_err());
    assert!(program("").is_err());
}
