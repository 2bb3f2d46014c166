"""Random programs whose threads follow scripts of letters and digits (script.c): what comes of them in
McMini's traces, and in an enumeration of all interleavings that knows nothing of dependence.

  ENUMERATION MCMINI SCRIPT FIRST COUNT STATES [OPTIONS...]

Of the programs FIRST to FIRST + COUNT - 1 those are taken that have no more states than that; each is
checked under each of OPTIONS, options of mcmini in one argument.
"""
import os, re, subprocess, sys


def operations(text):
    at, found = 0, []
    while at < len(text):
        end = at + 1
        while end < len(text) and text[end].isdigit():
            end += 1
        found.append((text[at], [int(c) for c in text[at + 1:end]], at))
        at = end
    return found


class State:
    """All that it has is in __slots__, and can be hashed."""
    __slots__ = ()

    def copy(self):
        other = self.__new__(type(self))
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def key(self):
        return tuple(getattr(self, name) for name in self.__slots__)


class StateOfAll(State):
    """The first of __slots__ is `threads`, a list of states."""
    __slots__ = ()

    def copy(self):
        other = super().copy()
        other.threads = [t.copy() for t in self.threads]
        return other

    def key(self):
        return (tuple(t.key() for t in self.threads), *super().key()[1:])


def outcomes(start, end, successors, most):
    """`end` of a state: what has come of it, or None. The result is None where there are too many states."""
    seen, todo, found = {start.key()}, [start], set()
    while todo:
        state = todo.pop()
        result = end(state)
        if result is not None:
            found.add(result)
            continue
        following = list(successors(state))
        if not following:
            found.add("deadlock")
        for n in following:
            if n.key() not in seen:
                seen.add(n.key())
                todo.append(n)
        if len(seen) > most:
            return None
    return found


def check(mcmini, script, arguments, options):
    """What comes of its traces; whether all were explored; whether that was only too much."""
    command = [mcmini, "-k", "-q", "--output=all", "--races=off", *options, script, *arguments]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = set(line[len("outcome "):] for line in run.stdout.splitlines() if line.startswith("outcome "))
    if "deadlocked" in run.stdout and " 0 deadlocked" not in run.stdout and "deadlock:" in run.stdout:
        found.add("deadlock")
    if "killed by" in run.stdout or "was raised" in run.stdout:
        found.add("killed")
    every = re.search(r"Every schedule of the program was explored(\.|; handlers ran only)", run.stdout)
    return found, every is not None, "max-traces" in run.stdout


def compare(random_program, outcomes_of):
    """random_program(seed): arguments of the script; outcomes_of(arguments, states): None where it is left out."""
    mcmini, script, first, count, most = sys.argv[1], os.path.abspath(sys.argv[2]), *map(int, sys.argv[3:6])
    configurations = sys.argv[6:] or [""]
    programs = all_outcomes = differ = cut = 0
    for seed in range(first, first + count):
        arguments = random_program(seed)
        wanted = outcomes_of(arguments, most)
        if wanted is None:
            continue
        programs += 1
        all_outcomes += len(wanted)
        for options in configurations:
            found, is_complete, is_cut = check(mcmini, script, arguments, options.split())
            cut += is_cut
            if found - wanted if is_cut else found != wanted or not is_complete:
                differ += 1
                print("seed", seed, options, *arguments, "" if is_complete else "(incomplete)")
                for o in sorted(wanted - found)[:3]:
                    print("  missing:", o)
                for o in sorted(found - wanted)[:3]:
                    print("  too many:", o)
    print("%d programs, %d outcomes, %d runs differ, %d cut by --max-traces" % (programs, all_outcomes, differ, cut))
