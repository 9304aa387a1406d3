"""Tells which suites of unchanged.toml need not run, because what they depend on is as it was when they last passed.

    python3 .ci/unchanged.py --excludes         # patterns of these suites, for Failsafe
    python3 .ci/unchanged.py --digests > FILE   # what all suites depend on now
    python3 .ci/unchanged.py --passed FILE      # after a run: keeps these digests of the suites that passed in it, or before

unchanged.passed has a line for each suite, with the digest of the names and contents of the files on which it depended
when it last passed. It is committed. A suite without a line runs, and so does one with another digest.
"""

import hashlib
import pathlib
import sys
import tomllib
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / ".ci" / "unchanged.toml"
PASSED = ROOT / ".ci" / "unchanged.passed"
REPORTS = "*/target/failsafe-reports"


def files(path):
    if path.is_dir():
        return sorted(each for each in path.rglob("*") if each.is_file() and "__pycache__" not in each.parts)
    if path.is_file():
        return [path]
    raise SystemExit(f"{path} is in {LIST.name} and does not exist")


def digest(paths):
    """Returns the digest of files: of their names too, so that one that is moved counts as changed, and of whether they can be executed."""
    all_files = hashlib.sha256()
    for path in paths:
        for file in files(ROOT / path):
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            executable = bool(file.stat().st_mode & 0o100)
            all_files.update(f"{file.relative_to(ROOT)} {executable} {content}\n".encode())
    return all_files.hexdigest()


def digests():
    """Returns the present digest of each suite."""
    content = tomllib.loads(LIST.read_text())
    result = {}
    for suite in content["suite"]:
        found = []
        for pattern in suite["tests"]:
            matches = sorted(ROOT.glob(f"{pattern}.java"))
            if not matches:
                raise SystemExit(f"{pattern} is in {LIST.name} and does not exist")
            found += matches
        for own in found:
            # They are left out by their simple names.
            if len(list(ROOT.glob(f"*/src/test/java/**/{own.name}"))) != 1:
                raise SystemExit(f"there are several suites with the name {own.stem}")
            if own.stem in result:
                raise SystemExit(f"{own.stem} is in {LIST.name} more than once")
            result[own.stem] = digest([*content["common"], *suite["paths"], str(own.relative_to(ROOT))])
    return result


def read(file):
    return dict(line.split() for line in file.read_text().splitlines()) if file.exists() else {}


def written(lines):
    return "".join(f"{name} {value}\n" for name, value in sorted(lines.items()))


def has_passed(test, begin):
    """Whether all cases of a suite ran in a build that began at this time, and passed."""
    files = [file for file in ROOT.glob(f"{REPORTS}/TEST-*.{test}*.xml") if file.stat().st_mtime >= begin]
    reports = [xml.etree.ElementTree.parse(file).getroot() for file in files]
    bad = sum(int(report.get(name)) for report in reports for name in ("errors", "failures", "skipped"))
    return sum(int(report.get("tests")) for report in reports) > 0 and bad == 0


def main():
    what = sys.argv[1:]
    if what == ["--excludes"]:
        passed = read(PASSED)
        same = [f"**/{test}.java" for test, value in digests().items() if passed.get(test) == value]
        # Failsafe's own pattern, which others replace.
        print(",".join(["**/*$*", *same]))
    elif what == ["--digests"]:
        print(written(digests()), end="")
    elif len(what) == 2 and what[0] == "--passed":
        begin = pathlib.Path(what[1]).stat().st_mtime
        # What has changed since then was perhaps not tested as it was.
        tested = read(pathlib.Path(what[1])).items() & digests().items()
        passed = read(PASSED)
        PASSED.write_text(written({test: value for test, value in tested if passed.get(test) == value or has_passed(test, begin)}))
    else:
        sys.exit(__doc__)


main()
