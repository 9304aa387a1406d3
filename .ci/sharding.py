"""Tells which statements docs/sharding.md lists although the tests of ejb, when they last ran, did not send them.

    rm -rf ejb/target/sharding && ./mvnw -B verify -pl ejb -am
    python3 .ci/sharding.py

Each process of the tests leaves the entries of the document that it has met, so this says something only after all of
them have run, on H2 and on MySQL. Tests that do random things do not send each statement each time. That the document
lists each statement that needs it is tested by the tests themselves.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MET = ROOT / "ejb" / "target" / "sharding"
BLOCK = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r"^(none|elsewhere|several) +(\S.*)$", re.MULTILINE)


def listed():
    text = (ROOT / "docs" / "sharding.md").read_text()
    return {" ".join(entry) for block in BLOCK.findall(text) for entry in ENTRY.findall(block)}


def met():
    files = list(MET.glob("*.txt"))
    if not files:
        raise SystemExit(f"there is nothing in {MET}: run the tests of ejb first")
    return {line for file in files for line in file.read_text().splitlines()}


def main():
    unsent = sorted(listed() - met())
    if unsent:
        sys.exit("\n".join(["docs/sharding.md lists statements that nothing sends:", *unsent]))


main()
