//! A program to run, as the command line names it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, its arguments and its working directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    name: String,
    arguments: Vec<String>,
    dir: Option<PathBuf>,
}

impl Program {
    /// The program named by the first of some words, with the others as arguments; nothing where
    /// there are no words.
    #[must_use]
    pub fn new(words: &[String], dir: Option<PathBuf>) -> Option<Self> {
        let (name, arguments) = words.split_first()?;
        Some(Self { name: name.clone(), arguments: arguments.to_vec(), dir })
    }

    /// The name without its directories.
    #[must_use]
    pub fn file_name(&self) -> String {
        let name = Path::new(&self.name).file_name();
        name.map_or_else(|| self.name.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// The command that starts it. A relative path is looked up from the working directory, which
    /// the system leaves open; a bare name is looked for as a shell does.
    #[must_use]
    pub fn command(&self) -> Command {
        let is_path = self.name.contains('/');
        let Some(dir) = &self.dir else {
            let mut command = Command::new(&self.name);
            command.args(&self.arguments);
            return command;
        };
        let dir = std::path::absolute(dir).unwrap_or_else(|_| dir.clone());
        let mut command =
            if is_path { Command::new(dir.join(&self.name)) } else { Command::new(&self.name) };
        command.args(&self.arguments).current_dir(dir);
        command
    }

    /// The command line and where it runs.
    #[must_use]
    pub fn place(&self) -> String {
        match &self.dir {
            Some(dir) => format!("{self} in {}", dir.display()),
            None => self.to_string(),
        }
    }

    /// The words of a specification that say it.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![word("cmd", &self.to_string())];
        words.extend(self.dir.iter().map(|dir| word("dir", &dir.to_string_lossy())));
        words
    }
}

/// Shows the command line, quoted as for a shell.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quoted(&self.name))?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", quoted(argument)))
    }
}

/// A word of a specification.
pub(super) fn word(key: &str, value: &str) -> String {
    format!("{}={}", quoted(key), quoted(value))
}

/// A word as a shell would have it.
fn quoted(word: &str) -> String {
    // Only a NUL character cannot be quoted, and a word that holds one is not read.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}
