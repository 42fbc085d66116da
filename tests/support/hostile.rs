//! A checkout that an attacker made, in a folder of its own, with a folder beside it that has secrets.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A word that is in every file of the user's, and in the environment.
pub(crate) const SECRET: &str = "CANARY_7391";

/// Bytes of address space: a mistake must not take the machine down.
const MOST_MEMORY: u64 = 6 << 30;

/// Whatever takes longer hangs.
const LONGEST: Duration = Duration::from_secs(100);

pub(crate) struct Checkout {
    temporary: tempfile::TempDir,
    /// What tells our processes from others.
    mark: String,
}

pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
}

impl Checkout {
    /// An empty one, with secrets beside it.
    pub(crate) fn new(name: &str) -> Checkout {
        let temporary = tempfile::tempdir().expect("a folder");
        let checkout = Checkout {
            mark: format!("CEGAR_HOSTILE={name}-{}", std::process::id()),
            temporary,
        };
        fs::create_dir(checkout.here()).expect("a folder");
        fs::create_dir(checkout.outside()).expect("a folder");
        let secrets = [
            (
                "secret.h",
                format!("#define {SECRET} 1\nextern int {SECRET}_;\n"),
            ),
            (
                "secret.c",
                format!("int {SECRET};\nint main(void) {{ return x; }}\n"),
            ),
            ("secret.txt", SECRET.to_owned()),
            ("secret.prp", SECRET.to_owned()),
            ("secret.spec", format!("{SECRET}\n")),
            ("directive.h", format!("#{SECRET}\n")),
        ];
        for (file, text) in secrets {
            fs::write(checkout.outside().join(file), text).expect("a file");
        }
        checkout
    }

    pub(crate) fn here(&self) -> PathBuf {
        self.temporary.path().join("repository")
    }

    pub(crate) fn outside(&self) -> PathBuf {
        self.temporary.path().join("outside")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.here().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        fs::write(&path, text).expect("a file of the test");
        let is_program = name.ends_with(".sh") || name.ends_with("cc") || name.ends_with("cc1");
        if is_program {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("ours");
        }
    }

    /// Copies a folder, with the names of the two folders filled in.
    pub(crate) fn copy(&self, from: &Path, inner: &str) {
        for entry in fs::read_dir(from).expect("a folder of the test") {
            let entry = entry.expect("readable");
            let name = entry.file_name().into_string().expect("text");
            let inside = format!("{inner}{name}");
            if entry.path().is_dir() {
                self.copy(&entry.path(), &format!("{inside}/"));
                continue;
            }
            let text = fs::read_to_string(entry.path()).expect("text");
            let text = text.replace("@HERE@", &self.here().display().to_string());
            let text = text.replace("@OUTSIDE@", &self.outside().display().to_string());
            self.write(&inside, text.as_bytes());
        }
    }

    pub(crate) fn link(&self, name: &str, to: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        symlink(to, path).expect("a link");
    }

    pub(crate) fn pipe(&self, name: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        let name = std::ffi::CString::new(path.to_str().expect("text")).expect("no zero");
        // SAFETY: the name is a string that lives long enough.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    }

    pub(crate) fn start(&self, arguments: &[&str], memory: u64) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cegar"));
        let (name, value) = self.mark.split_once('=').expect("a variable");
        command
            .args(arguments)
            .current_dir(self.here())
            .env(name, value)
            .env("SECRET", SECRET)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let limited = move || {
            let limit = libc::rlimit {
                rlim_cur: memory,
                rlim_max: memory,
            };
            // SAFETY: these calls are allowed between fork and exec.
            unsafe {
                libc::signal(libc::SIGINT, libc::SIG_DFL);
                libc::signal(libc::SIGTERM, libc::SIG_DFL);
                libc::setrlimit(libc::RLIMIT_AS, &raw const limit);
            }
            Ok(())
        };
        // SAFETY: the closure makes system calls only.
        unsafe { command.pre_exec(limited) };
        command.spawn().expect("cegar starts")
    }

    /// Runs `cegar` in the checkout. That it ends, and that no process is left then, is looked at here.
    pub(crate) fn run(&self, arguments: &[&str]) -> Told {
        self.run_within(arguments, MOST_MEMORY)
    }

    pub(crate) fn run_within(&self, arguments: &[&str], memory: u64) -> Told {
        let mut child = self.start(arguments, memory);
        let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
        let read = |from: Option<&mut dyn std::io::Read>| {
            let mut text = Vec::new();
            from.expect("a pipe")
                .read_to_end(&mut text)
                .expect("it can be read");
            String::from_utf8_lossy(&text).into_owned()
        };
        let text = std::thread::scope(|scope| {
            let err = scope.spawn(|| read(err.as_mut().map(|e| e as _)));
            let out = scope.spawn(|| read(out.as_mut().map(|o| o as _)));
            self.wait(&mut child);
            out.join().expect("read") + &err.join().expect("read")
        });
        let status = child.wait().expect("it has ended");
        assert_eq!(self.processes(), Vec::<String>::new(), "left behind");
        Told {
            text,
            code: status.code(),
            signal: status.signal(),
        }
    }

    fn wait(&self, child: &mut Child) {
        let started = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if started.elapsed() > LONGEST {
                child.kill().expect("it can be ended");
                panic!("{} hangs: {:?}", self.mark, self.processes());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The processes that were started from this checkout, by their environment.
    pub(crate) fn processes(&self) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").expect("/proc").flatten() {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            let mut variables = environment.split(|&byte| byte == 0);
            if variables.any(|variable| variable == self.mark.as_bytes()) {
                let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
                found.push(String::from_utf8_lossy(&line).replace('\0', " "));
            }
        }
        found
    }

    /// Every file in both folders with what is in it; of links, where they lead.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut all = BTreeMap::new();
        for root in [self.here(), self.outside()] {
            self.collect(&root, &mut all);
        }
        all
    }

    fn collect(&self, folder: &Path, all: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let kind = entry.file_type().expect("a kind");
            let name = path.strip_prefix(self.temporary.path()).expect("inside");
            let name = name.display().to_string();
            match () {
                () if kind.is_dir() => self.collect(&path, all),
                () if kind.is_file() => drop(all.insert(name, fs::read(&path).unwrap_or_default())),
                () if kind.is_symlink() => {
                    let to = fs::read_link(&path).expect("a link");
                    all.insert(name, to.display().to_string().into_bytes());
                }
                () => drop(all.insert(name, Vec::new())),
            }
        }
    }
}
