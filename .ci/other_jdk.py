"""Runs process tests on another JDK, against the archives that a build has made.

    ./mvnw -B verify
    python3 .ci/other_jdk.py /usr/lib/jvm/another WalkthroughIT,EarWalkthroughIT

The servers run on the JDK of the tests. What a JDK cannot change, such as the commands of a backup, is left out.
"""

import os
import pathlib
import subprocess
import sys

import testruns

OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def main():
    jdk, names = pathlib.Path(sys.argv[1]), sys.argv[2]
    module = testruns.ROOT / "ear"
    given = testruns.properties(module / "target" / "failsafe-reports", "TEST-local.platform.process.*.xml")
    elsewhere = [f"-D{name}={value}" for name, value in given.items() if name in testruns.ENVIRONMENT]
    elsewhere.append("-Dexcluded.tag=any-jdk")
    command = testruns.command(jdk / "bin" / "java", [], given, testruns.classes(module, names))
    # The servers inherit these options, as in a build, and not the place of the tests.
    run = subprocess.run(
        command[:1] + elsewhere + command[1:],
        cwd=module,
        env=os.environ | {"JAVA_HOME": str(jdk), "JAVA_TOOL_OPTIONS": OPTIONS},
    )
    sys.exit(run.returncode)


main()
