"""Passes the output of a Maven build on and prints at its end what took how long.

All of it is taken from that output: Maven announces each goal when it begins, and says of each test
class how many cases it had and how long they took. Classes that ran at once count in full, so their
sum may exceed the time of their execution. For builds that work on one module at a time.
"""

import re
import sys
import time

GOAL = re.compile(r"\[INFO\] --- ([\w-]+):\S+?:([\w-]+) \(([\w-]+)\) @ (?:platform-)?([\w-]+) ---")
END = re.compile(r"\[INFO\] (?:Reactor Summary|BUILD )")
CLASS = re.compile(r"\[\w+\] Tests run: (\d+), .*Time elapsed: ([\d.]+) s .*-- in (\S+)")
# Executions that are shorter are in the time of their module alone.
NOTABLE_SECONDS = 5
SLOWEST_CLASSES = 10


class Execution:
    """A goal of Maven in a module: when it began and ended, and (cases, seconds) of its test classes."""

    def __init__(self, plugin, goal, name, module):
        self.name = f"{plugin}:{goal} ({name})"
        self.label = f"{module} {name.removeprefix('default-')}"
        self.module = module
        self.begin = time.monotonic()
        self.end = self.begin
        self.classes = {}

    def seconds(self):
        return self.end - self.begin

    def add(self, cases, seconds, name):
        # A class that runs once for each dialect ends with a line of no cases and the sum of its times.
        if cases > 0:
            all_cases, all_seconds = self.classes.get(name, (0, 0.0))
            self.classes[name] = (all_cases + cases, all_seconds + seconds)

    def cases(self):
        return sum(cases for cases, _ in self.classes.values())


def passed_on(lines):
    """Prints the lines of a build; returns its executions in their order."""
    executions = []
    running = None
    for line in lines:
        sys.stdout.write(line)
        sys.stdout.flush()
        goal = GOAL.match(line)
        tests = CLASS.match(line)
        if running and (goal or END.match(line)):
            running.end = time.monotonic()
            running = None
        if goal:
            running = Execution(*goal.groups())
            executions.append(running)
        elif running and tests:
            running.add(int(tests[1]), float(tests[2]), tests[3])
    return executions


def minutes(seconds):
    return f"{round(seconds) // 60:3d}:{round(seconds) % 60:02d}"


def main():
    begin = time.monotonic()
    executions = passed_on(sys.stdin)
    total = time.monotonic() - begin

    print("\nWhat took how long, in minutes and seconds:")
    for module in dict.fromkeys(execution.module for execution in executions):
        own = [execution for execution in executions if execution.module == module]
        print(f"{minutes(sum(execution.seconds() for execution in own))}  {module}")
        for execution in own:
            if execution.seconds() >= NOTABLE_SECONDS:
                cases = f", {execution.cases()} cases" if execution.cases() else ""
                print(f"{minutes(execution.seconds())}    {execution.name}{cases}")
    print(f"{minutes(total)}  everything")

    classes = [
        (seconds, cases, name, execution.label)
        for execution in executions
        for name, (cases, seconds) in execution.classes.items()
    ]
    if classes:
        print(f"The slowest of {len(classes)} runs of test classes, with {sum(c for _, c, _, _ in classes)} cases:")
    for seconds, cases, name, label in sorted(classes, reverse=True)[:SLOWEST_CLASSES]:
        print(f"{minutes(seconds)}  {name} ({label}), {cases} cases")


main()
