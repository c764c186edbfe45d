//! What a document shows of a program: the commands of its console blocks, each with what it prints.

use std::path::Path;
use std::process::Command;

/// A command of a console block, and what it is said to print.
pub struct Shown {
    pub command: String,
    printed: Vec<String>,
}

/// The commands of all console blocks of a document, in order.
pub fn shown(document: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let blocks = document.split("```console\n").skip(1);
    for block in blocks.filter_map(|block| block.split("```").next()) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), shown.last_mut()) {
                (Some(command), _) => {
                    shown.push(Shown { command: command.to_owned(), printed: Vec::new() });
                }
                (None, Some(last)) => last.printed.push(line.trim_end().to_owned()),
                (None, None) => panic!("a console block begins with a command, not '{line}'"),
            }
        }
    }
    shown
}

impl Shown {
    /// Runs the command in a directory, the program being on its path, and compares.
    pub fn check(&self, program: &Path, directory: &Path) {
        let Self { command, printed } = self;
        let mut path = program.parent().unwrap().as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap());
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).env("PATH", path).current_dir(directory);
        let output = shell.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let real: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(agrees(printed, &real), "{command}\nprints\n{}\n{errors}", real.join("\n"));
    }
}

/// Whether lines are as shown: a line of `…` alone stands for any lines, and `…` in a line for
/// any text.
fn agrees(shown: &[String], printed: &[String]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "…" => {
            (0..=printed.len()).any(|skipped| agrees(rest, &printed[skipped..]))
        }
        (Some((first, rest)), Some((line, after))) => matches(first, line) && agrees(rest, after),
        _ => false,
    }
}

/// Whether a line is as a document says: `…` stands for anything.
pub fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|start| line.strip_prefix(start)) else {
        return false;
    };
    let Some(end) = pattern.rsplit_once('…').map(|(_, end)| end) else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    line.ends_with(end)
}
