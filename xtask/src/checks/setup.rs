//! What checks need that may have to be installed: Python packages, npm packages, Debian's programs.

use super::session::{Session, into_log, is_there};
use std::path::{Path, PathBuf};

const REQUIREMENTS: &str = "tests/python/requirements.txt";
const CORPUS_SCRIPT: &str = "tests/python/make_dem_corpus.py";

/// Says of a Python whether it is new enough.
const IS_NEW_ENOUGH: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

impl Session {
    /// What will be put where, before anything is.
    pub(super) fn announce(&self) {
        if !self.options.install {
            println!("== installs nothing (--no-install)");
            return;
        }
        let target = self.below_root(&self.target);
        println!(
            "== installs what is missing: Python packages ({REQUIREMENTS}) under {},\n   npm packages in \
             tests/node and viewer, and as root Debian's chromium, valgrind and python3-venv",
            target.display()
        );
    }

    /// A path as it is shown: below the repository's folder.
    fn below_root<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }

    /// Installs a Debian package if this may be done; whether its program is there then.
    pub(super) fn apt_install(&self, package: &str) -> bool {
        let is_root = || {
            let asked = self.command("id").arg("-u").output();
            asked.is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
        };
        if !self.options.install || !is_there("apt-get") || !is_root() {
            return false;
        }
        println!("   installing {package}");
        let log = self.logs.join("apt.log");
        let run = |words: &[&str]| {
            let done = into_log(self.command("apt-get").args(words), &log);
            done.is_ok_and(|status| status.success())
        };
        let install = || run(&["install", "-y", package]);
        install() || (run(&["update"]) && install())
    }

    /// The pinned packages of the tests, in a folder keyed by what is required.
    pub(super) fn python_environment(&mut self) {
        self.stage("Python environment");
        let names = ["python3", "python3.14", "python3.13", "python3.12", "python3.11"];
        let is_new_enough = |name: &&str| {
            let asked = self.command(name).args(["-c", IS_NEW_ENOUGH]).output();
            asked.is_ok_and(|answer| answer.status.success())
        };
        let Some(found) = names.into_iter().find(is_new_enough) else {
            self.skip(
                "no Python 3.11 or newer: no DEM corpus, dynamics, history, export or schema check",
            );
            return;
        };
        let folder = self.target.join(format!("venv-{}", self.key(&[REQUIREMENTS])));
        let (complete, python) = (folder.join("complete"), folder.join("bin/python"));
        if !complete.exists() {
            if !self.options.install {
                self.skip("no Python environment, and --no-install");
                return;
            }
            if !self.make_environment(found, &folder) {
                return;
            }
            let mut pip = self.command(&python);
            pip.args("-m pip install --disable-pip-version-check --quiet -r".split(' '));
            if !self.check(&format!("install {REQUIREMENTS}"), pip.arg(REQUIREMENTS)) {
                return;
            }
            self.mark(&complete);
        }
        let version = self.command(&python).arg("--version").output();
        let version = version.map_or_else(|_| Vec::new(), |answer| answer.stdout);
        let version = String::from_utf8_lossy(&version).trim().to_owned();
        let shown = format!("{version} in {}", self.below_root(&folder).display());
        self.ok(&shown);
        self.python = Some(python);
    }

    fn make_environment(&mut self, python: &str, folder: &Path) -> bool {
        let log = self.logs.join("venv.log");
        let make = |session: &Self| {
            let mut venv = session.command(python);
            venv.args(["-m", "venv", "--clear"]).arg(folder);
            into_log(&mut venv, &log).is_ok_and(|status| status.success())
        };
        if make(self) || (self.apt_install("python3-venv") && make(self)) {
            return true;
        }
        self.bad("python -m venv: see venv.log");
        super::session::show(&log);
        false
    }

    /// Elevation maps that GDAL writes, for the tests that read maps.
    pub(super) fn dem_corpus(&mut self) {
        let Some(python) = self.python.clone() else { return };
        self.stage("elevation maps written by GDAL");
        let key = self.key(&[CORPUS_SCRIPT, REQUIREMENTS]);
        let folder = self.target.join(format!("dem-corpus-{key}"));
        if !folder.join("expected.json").exists() {
            let part = folder.with_extension("part");
            // What an interrupted run left; nothing there is what is wanted.
            let _ = std::fs::remove_dir_all(&part);
            let mut write = self.command(python);
            if !self.check("write the corpus", write.arg(CORPUS_SCRIPT).arg(&part)) {
                return;
            }
            if let Err(error) = std::fs::rename(&part, &folder) {
                self.bad(&format!("{}: {error}", part.display()));
                return;
            }
        }
        let files = count_files(&folder);
        let shown = format!("{files} files in {}", self.below_root(&folder).display());
        self.ok(&shown);
        self.set("PLANETFALL_DEM_CORPUS", folder);
    }

    /// Packages from npm that tests read with.
    pub(super) fn node_packages(&mut self) -> bool {
        if !is_there("npm") {
            self.skip("no npm: the glTF file is not validated");
            return false;
        }
        let lock = "tests/node/package-lock.json";
        let key = self.key(&[lock]);
        let mark = self.root.join(format!("tests/node/node_modules/.complete-{key}"));
        if mark.exists() {
            return true;
        }
        if !self.options.install {
            self.skip(&format!("{lock} is not installed, and --no-install"));
            return false;
        }
        let mut npm = self.command("npm");
        npm.args("ci --prefix tests/node --no-audit --no-fund".split(' '));
        let done = self.check(&format!("install {lock}"), &mut npm);
        if done {
            self.mark(&mark);
        }
        done
    }

    /// Remembers that an installation is complete; without the mark it is made again.
    fn mark(&mut self, path: &Path) {
        if let Err(error) = std::fs::write(path, "") {
            self.bad(&format!("{}: {error}", path.display()));
        }
    }

    /// A name for what is made of some files, another one when they change.
    fn key(&self, files: &[&str]) -> String {
        let texts = files.iter().map(|file| std::fs::read(self.root.join(file)));
        let bytes: Vec<u8> = texts.flat_map(Result::unwrap_or_default).collect();
        format!("{:016x}", fnv1a(&bytes))
    }
}

/// FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(OFFSET_BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

fn count_files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.map(|path: PathBuf| if path.is_dir() { count_files(&path) } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x85944171f73967e8);
    }
}
