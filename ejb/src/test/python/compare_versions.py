"""Compares pairs of versions.

The argument is a scheme. Each line of the standard input has two versions, separated by a tab; for
each one line is printed: -1, 0 or 1 for the order of the two, and for each of them whether it is a
pre-release ("pre"), a release ("rel"), or no version ("no").
"""

import sys

from packaging.version import InvalidVersion, Version
from univers.versions import NugetVersion, SemverVersion


def pep440(text):
    try:
        version = Version(text)
    except InvalidVersion:
        return None
    return version, version.is_prerelease


def nuget(text):
    version = NugetVersion(text)
    return version, bool(version.value.prerelease)


def npm(text):
    version = SemverVersion(text)
    return version, bool(version.prerelease)


def kind(parsed):
    return "no" if parsed is None else "pre" if parsed[1] else "rel"


parse = {"PEP440": pep440, "NUGET": nuget, "NPM": npm}[sys.argv[1]]
for line in sys.stdin:
    one, other = map(parse, line.rstrip("\n").split("\t"))
    order = 0
    if one is not None and other is not None:
        order = (one[0] > other[0]) - (one[0] < other[0])
    print(order, kind(one), kind(other))
