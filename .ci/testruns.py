"""Runs test classes without Maven, as the reports of a build say that it ran them."""

import os
import pathlib
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What Maven tells tests of the place where they run.
PROPERTIES = ("mysql.", "payara.", "platform.")
# Time zone and locale of the tests. Servers of deployments have their own, by a property of Maven.
ENVIRONMENT = ("user.timezone", "user.language", "user.country")
LAUNCHER = pathlib.Path.home() / ".m2/repository/org/junit/platform/junit-platform-launcher"
# How RunTests.java ends.
FAILED, PASSED = 1, 0


def properties(reports, pattern):
    """Returns the system properties of the first test class with a report of this name."""
    for report in sorted(reports.glob(pattern)):
        root = xml.etree.ElementTree.parse(report).getroot()
        return {each.get("name"): each.get("value") for each in root.iter("property")}
    raise SystemExit(f"there are no reports in {reports}: build it first")


def classes(module, names):
    """Returns the full names of test classes of a module, whose simple names are separated by commas."""
    found = []
    for name in names.split(","):
        files = list((module / "src/test/java").glob(f"**/{name}.java"))
        if len(files) != 1:
            raise SystemExit(f"{name} is there {len(files)} times")
        found.append(".".join(files[0].relative_to(module / "src/test/java").with_suffix("").parts))
    return found


def command(java, before, given, names):
    """Returns the command that runs classes.

    before: what goes before their class path
    given: the properties of the run that is repeated
    """
    launcher = sorted(str(jar) for jar in LAUNCHER.glob("*/junit-platform-launcher-*.jar"))[-1:]
    class_path = [*before, given["surefire.test.class.path"], *launcher]
    return [
        java,
        "-cp",
        os.pathsep.join(class_path),
        *(f"-D{name}={value}" for name, value in given.items() if name.startswith(PROPERTIES)),
        ROOT / ".ci" / "RunTests.java",
        *names,
    ]
