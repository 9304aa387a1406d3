"""Breaks the code in the ways that mutants.toml lists, one after the other, and lets the test that is named there find it.

    ./mvnw -B verify                   # mutants are made of what it compiled, and tests run as its reports say
    python3 .ci/mutants.py             # all of them
    python3 .ci/mutants.py Grants      # those with this in their file, description or test
    python3 .ci/mutants.py --check     # only whether the list fits the code: needs no build, takes no time

The test must pass before, and fail with the mistake. Nothing of the build is touched: the changed file is compiled by
itself, without the checks of the build, which would refuse some of these mistakes. Its classes go before those of the
module; for a black-box suite they replace those in a copy of the packaged product.
"""

import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile

import testruns

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / ".ci" / "mutants.toml"
# Archives within archives that have classes of ours.
NESTED = re.compile(r"(ROOT\.war|platform-[\w-]+\.[jw]ar)$")


def mutants():
    return tomllib.loads(LIST.read_text())["mutant"]


def source(name):
    """Finds a file by its name alone: packages are renamed more often than classes."""
    found = [*ROOT.glob(f"*/src/main/java/**/{name}"), *ROOT.glob(f"*/src/main/resources/**/{name}")]
    if len(found) != 1:
        raise SystemExit(f"{name} is there {len(found)} times")
    return found[0]


def mutated(mutant, path):
    text = path.read_text()
    if text.count(mutant["text"]) != 1:
        raise SystemExit(f"{path} has this {text.count(mutant['text'])} times: {mutant['text']}")
    return text.replace(mutant["text"], mutant["replacement"])


def unit_tests(module):
    return testruns.properties(module / "target" / "surefire-reports", "TEST-*.xml")


def compiled(mutant, path, module, directory):
    """Compiles the mutant, unless it is a resource; returns the directory with what it becomes."""
    classes = directory / "classes"
    if path.suffix != ".java":
        resources = next(parent for parent in path.parents if parent.name == "resources")
        changed = classes / path.relative_to(resources)
        changed.parent.mkdir(parents=True)
        changed.write_text(mutated(mutant, path))
        return classes
    changed = directory / path.name
    changed.write_text(mutated(mutant, path))
    class_path = unit_tests(module)["surefire.test.class.path"]
    subprocess.run(
        ["javac", "-proc:none", "-parameters", "-g", "-nowarn", "--release", "17"]
        + ["-cp", class_path, "-d", classes, changed],
        check=True,
    )
    return classes


def changed_archive(archive, classes):
    """Returns an archive with these classes, by their paths, in place of its own, however deep they are."""
    out = io.BytesIO()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.infolist():
            content = old.read(entry)
            if NESTED.search(entry.filename):
                content = changed_archive(io.BytesIO(content), classes)
            content = classes.get(entry.filename.removeprefix("WEB-INF/classes/"), content)
            new.writestr(zipfile.ZipInfo(entry.filename, entry.date_time), content)
    return out.getvalue()


def product_with(classes, given, deployment, directory):
    """Points the properties of a black-box suite to a copy of the product that has these classes."""
    product = "platform.ear" if deployment == "ear" else "platform.jar"
    changed = {str(file.relative_to(classes)): file.read_bytes() for file in classes.rglob("*.*") if file.is_file()}
    archive = directory / product
    archive.write_bytes(changed_archive(given[product], changed))
    given[product] = str(archive)


def passes(mutant, module, classes, directory):
    """Whether the test of a mutant passes, with its classes or, without any, on the code as it is."""
    if "deployment" in mutant:
        module = ROOT / "ear"
        given = testruns.properties(module / "target" / "failsafe-reports", f"TEST-*-{mutant['deployment']}.xml")
        given["platform.deployments"] = str(directory / "deployments")
        if classes:
            product_with(classes, given, mutant["deployment"], directory)
        before = []
    else:
        given = unit_tests(module)
        before = [str(classes)] * bool(classes)
    elsewhere = [f"-D{name}={value}" for name, value in given.items() if name in testruns.ENVIRONMENT]
    command = testruns.command("java", before, given, testruns.classes(module, mutant["test"]))
    run = subprocess.run(
        command[:1] + [f"-Djqwik.database={directory / 'jqwik'}"] + command[1:],
        cwd=directory,
        env=os.environ | {"JAVA_TOOL_OPTIONS": " ".join(["-XX:TieredStopAtLevel=1", *elsewhere])},
        capture_output=True,
        text=True,
    )
    if run.returncode not in (testruns.FAILED, testruns.PASSED):
        raise SystemExit(f"{mutant['test']} did not run:\n{run.stdout[-3000:]}\n{run.stderr[-3000:]}")
    return run.returncode == testruns.PASSED


def check():
    """Fails if an entry names a file, a text or a test that is not there once."""
    for mutant in mutants():
        path = source(mutant["file"])
        mutated(mutant, path)
        module = "ear" if "deployment" in mutant else path.relative_to(ROOT).parts[0]
        testruns.classes(ROOT / module, mutant["test"])


def main():
    wanted = sys.argv[1:]
    if wanted == ["--check"]:
        check()
        return
    chosen = [
        mutant
        for mutant in mutants()
        if not wanted or any(word in " ".join(mutant.values()) for word in wanted)
    ]
    sound = {}
    wrong = 0
    for number, mutant in enumerate(chosen, 1):
        begin = time.monotonic()
        path = source(mutant["file"])
        module = ROOT / path.relative_to(ROOT).parts[0]
        with tempfile.TemporaryDirectory() as temporary:
            directory = pathlib.Path(temporary)
            test = (mutant["test"], mutant.get("deployment"))
            if test not in sound:
                sound[test] = passes(mutant, module, None, directory)
            if not sound[test]:
                result = "FAILS WITHOUT IT"
            elif passes(mutant, module, compiled(mutant, path, module, directory), directory):
                result = "SURVIVED"
            else:
                result = "dead"
        wrong += result != "dead"
        print(
            f"{number}/{len(chosen)} {result} after {time.monotonic() - begin:.0f} s:"
            f" {mutant['what']} ({mutant['file']}, {mutant['test']})",
            flush=True,
        )
    sys.exit(f"{wrong} are not dead" if wrong else 0)


main()
