#!/usr/bin/env python3
"""Random programs with cancellations: what comes of them in McMini's traces is what this enumeration has.

The enumeration takes every step of every thread at every place, and knows nothing of dependence, nor of
McMini's steps. Its rules are those of pthreads(7) and of glibc 2.36: a cancellation point first asks
whether the thread is to be cancelled; from when it has begun to wait until it goes on, cancellation ends
it, also where what it waits for is there by now. Who is cancelled in pthread_cond_wait leaves the queue, or
where it had been woken wakes another in its place, then takes the mutex again, and then its handlers run.
An asynchronous thread is cancelled before any operation, or when it becomes so.
"""
import os, random, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
from random_scripts import State, StateOfAll, compare, operations, outcomes


class Thread(State):
    # phase: of its operation; "dying": what is left to do of its cancellation
    __slots__ = ("pc", "phase", "pending", "enabled", "asynchronous", "results", "cleanup", "dying", "done")

    def __init__(self):
        self.pc, self.phase, self.pending, self.enabled, self.asynchronous = 0, 0, False, True, False
        self.results, self.cleanup, self.dying, self.done = (), None, (), False


class World(StateOfAll):
    __slots__ = ("threads", "variable", "semaphore", "owner", "waiting", "woken")


class Enumeration:
    def __init__(self, scripts):
        self.program = [operations(s) for s in scripts]

    def successors(self, w):
        for number, t in enumerate(w.threads):
            if not t.done:
                yield from self.steps(w, number)

    def changed(self, w, number, **fields):
        n = w.copy()
        for name, value in fields.items():
            setattr(n.threads[number], name, value)
        return n

    def steps(self, w, number):
        t = w.threads[number]
        if t.dying:
            yield from self.dies(w, number)
            return
        takes = t.pending and t.enabled
        if t.pc == len(self.program[number]):
            yield self.changed(w, number, phase=1) if t.phase == 0 else self.changed(w, number, done=True)
            if takes and t.asynchronous:  # with its handler, or when that is gone
                yield self.changed(w, number, dying=("clean",)) if t.phase == 0 else \
                    self.changed(w, number, done=True, cleanup=-1)
            return
        letter, digits, at = self.program[number][t.pc]
        if takes and t.asynchronous and t.phase == 0:
            yield self.changed(w, number, dying=("clean",))
        if letter in "twz" and t.phase == 0:
            if takes:
                yield self.changed(w, number, dying=("clean",))
            else:
                yield self.finished(w, number) if letter == "t" else self.changed(w, number, phase=1)
        elif letter == "w":
            if w.semaphore:
                n = self.finished(w, number)
                n.semaphore -= 1
                yield n
            elif t.phase == 1:
                yield self.changed(w, number, phase=2)
            if takes and t.phase == 2:
                yield self.changed(w, number, dying=("clean",))
        elif letter == "z":
            yield self.finished(w, number)
            if takes:
                yield self.changed(w, number, dying=("clean",))
        elif letter == "c":
            yield from self.condition(w, number, takes)
        else:
            yield from self.simple(w, number, letter, digits, at)

    def finished(self, w, number, result=0):
        t = w.threads[number]
        return self.changed(w, number, pc=t.pc + 1, phase=0, results=t.results + (result,))

    def condition(self, w, number, takes):
        t = w.threads[number]
        if t.phase == 0:  # the lock
            if w.owner is None:
                n = self.changed(w, number, phase=1)
                n.owner = number
                yield n
        elif t.phase == 1:  # the cancellation point
            if takes:
                yield self.changed(w, number, dying=("unlock", "clean"))
            else:
                yield self.changed(w, number, phase=2)
        elif t.phase == 2:
            n = self.changed(w, number, phase=3)
            n.owner = None
            n.waiting |= {number}
            yield n
        elif t.phase == 3:
            if takes:
                yield self.changed(w, number, dying=("leave", "lock", "unlock", "clean"))
            if number in w.woken and w.owner is None:
                n = self.changed(w, number, phase=4)
                n.owner = number
                n.woken -= {number}
                yield n
        else:
            n = self.finished(w, number)
            n.owner = None
            yield n

    def dies(self, w, number):
        what, rest = w.threads[number].dying[0], w.threads[number].dying[1:]
        n = self.changed(w, number, dying=rest)
        if what == "leave":
            if number in w.woken:
                n.woken -= {number}
                n.threads[number].dying = ("signal",) + rest
            n.waiting -= {number}
            yield n
        elif what == "signal":
            yield from self.signalled(n)
        elif what == "lock":
            if w.owner is None:
                n.owner = number
                yield n
        elif what == "unlock":
            n.owner = None
            yield n
        else:
            n.threads[number].cleanup = n.variable
            n.variable = 100 * (number + 1)
            n.threads[number].done = True
            yield n

    @staticmethod
    def signalled(n):
        if not n.waiting:
            yield n
        for t in n.waiting:
            m = n.copy()
            m.waiting -= {t}
            m.woken |= {t}
            yield m

    def simple(self, w, number, letter, digits, at):
        t = w.threads[number]
        n = self.finished(w, number, w.variable if letter == "e" else 0)
        u = n.threads[number]
        if letter == "e":
            n.variable = 10 * (number + 1) + at % 10
        elif letter == "k":
            n.threads[digits[0]].pending = True
            if digits[0] == number and u.asynchronous and u.enabled:
                n = self.changed(w, number, pending=True, dying=("clean",))
        elif letter == "p":
            n.semaphore += 1
        elif letter == "l":
            if w.owner is not None:
                return
            n.owner = number
        elif letter == "n":
            n.owner = None
        elif letter == "s":
            yield from self.signalled(n)
            return
        elif letter == "b":
            n.woken |= n.waiting
            n.waiting = frozenset()
        elif letter in "da":
            u.enabled = letter == "a"
        elif letter in "AD":
            u.asynchronous = letter == "A"
        if letter in "aA" and u.pending and u.enabled and u.asynchronous:
            n = self.changed(w, number, enabled=True, asynchronous=True, dying=("clean",))
        yield n

    def outcomes(self, most):
        w = World()
        w.threads = [Thread() for _ in self.program]
        w.variable, w.semaphore, w.owner, w.waiting, w.woken = 0, 0, None, frozenset(), frozenset()
        return outcomes(w, self.end, self.successors, most)

    @staticmethod
    def end(w):
        return show(w) if all(t.done for t in w.threads) else None


def show(w):
    text = str(w.variable)
    for t in w.threads:
        text += " t" + "".join(",%d" % r for r in t.results)
        if t.cleanup is not None:
            text += " cancelled,%d" % t.cleanup
    return text


def random_program(seed):
    r = random.Random(seed)
    threads = r.choice((2, 2, 3))
    scripts = []
    for t in range(threads):
        text, locked, asynchronous = "", False, False
        for _ in range(r.randint(1, 4 if threads == 2 else 3)):
            letter = r.choice("ekkkpsbl" if t == 0 else "etwcczdakpsbAlew")
            if asynchronous and letter not in "edaAk":
                text += "D"
                asynchronous = False
            if letter == "l" and locked:
                letter = "n"
            if locked and letter == "c":
                letter = "t"
            if letter in "ln":
                locked = letter == "l"
            asynchronous = asynchronous or letter == "A"
            text += letter + (str(r.randrange(1, threads)) if letter == "k" else "")
        # who is cancelled in between would keep the mutex, and die with it: that is a deadlock of the others
        scripts.append(text + ("n" if locked else ""))
    return scripts


def outcomes_with_cancellation(scripts, most):
    found = Enumeration(scripts).outcomes(most)
    return found if found and any("cancelled" in o for o in found) else None


if __name__ == "__main__":
    compare(random_program, outcomes_with_cancellation)
