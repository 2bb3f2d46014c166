#!/usr/bin/env python3
"""Random programs with signals: what comes of them in McMini's traces is what this enumeration has.

The enumeration takes every step of every thread at every place, and knows nothing of dependence. Its
rules are those of signal(7), sigaction(2), kill(2), sem_wait(3), sigsuspend(2): a handler may begin
before any operation of a thread that does not block the signal, or while one waits; what is pending is
delivered before a raise, a change of the mask or a handler's end is over; the lowest is taken first, that
of the thread before that of the process. As in Linux, all that is pending and not blocked by then gets its
frame before the thread goes on, so that the last one's handler runs first; and the first handler's end is
that of sigsuspend, with the mask from before.

With --signals=off a handler that need not come begins only while its thread waits. One that must come may be
that of a later signal, where another thread has taken the one that it was for.
"""
import os, random, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
from random_scripts import State, StateOfAll, compare, operations, outcomes


IS_OFF = any("--signals=off" in argument for argument in sys.argv)


class Thread(State):
    __slots__ = ("pc", "blocked", "pending", "frames", "must", "results", "by", "phase", "done", "saved")

    def __init__(self):
        self.pc, self.blocked, self.pending = 0, frozenset((1, 2)), frozenset()
        self.frames, self.must, self.results, self.by = (), False, (), ((), ())
        self.phase, self.done, self.saved = 0, False, None


class World(StateOfAll):
    __slots__ = ("threads", "variable", "semaphore", "owner", "process", "action", "end", "armed")


class Enumeration:
    def __init__(self, flags, scripts):
        self.flags, self.program = flags, [operations(s) for s in scripts]

    def successors(self, w):
        for number, t in enumerate(w.threads):
            if not t.done:
                for n in self.steps(w, number):
                    for other in n.threads:  # another thread may have taken it
                        other.must = other.must and (IS_OFF or bool(self.deliverable(n, other)))
                    yield n
        for s in w.armed:
            n = w.copy()
            n.armed -= {s}
            n.process |= {s}
            yield n

    @staticmethod
    def deliverable(w, t):
        return sorted(t.pending - t.blocked) + sorted(w.process - t.blocked)

    def take(self, w, number):
        """Takes the first signal; returns whether a handler begins. The caller has copied w."""
        t = w.threads[number]
        signals = self.deliverable(w, t)
        if not signals:
            return False
        s = signals[0]
        if s in t.pending:
            t.pending -= {s}
        else:
            w.process -= {s}
        action = w.action[s - 1]
        if action == "i":
            return False
        if action == "d":
            w.end = "killed"
            return False
        mask = frozenset((1, 2)) if "m" in self.flags else frozenset()
        if "n" not in self.flags:
            mask |= {s}
        restored = t.blocked if t.saved is None or t.frames else t.saved
        t.frames += ((s, restored, t.phase),)
        t.phase = 0
        t.blocked |= mask
        if "o" in self.flags and s == 2:
            w.action = (w.action[0], "d")
        return True

    def steps(self, w, number):
        t = w.threads[number]
        script = self.program[number]
        if t.must and not self.deliverable(w, t):
            n = w.copy()
            n.threads[number].must = False
            yield n
            return
        if self.deliverable(w, t) and not self.has_looked(t) and (t.must or not IS_OFF or self.waits(w, number)):
            n = w.copy()
            handles = self.take(n, number)
            self.leave_kernel(n, number)
            is_cut = handles and self.waits_for_semaphore(w, number) and "r" not in self.flags
            if t.must or not is_cut or not IS_OFF:
                yield n
            if t.must:
                return
            if is_cut:
                cut = n.copy()
                u = cut.threads[number]
                u.frames = u.frames[:-1] + (u.frames[-1][:2] + ("cut",),)
                yield cut
        if t.frames:
            yield from self.in_handler(w, number)
            return
        if self.has_looked(t):
            n = w.copy()
            u = n.threads[number]
            u.blocked, u.saved, u.phase = u.saved, None, 0
            u.results += (0,)
            u.pc += 1
            self.leave_kernel(n, number)
            yield n
        elif t.saved is not None and script[t.pc][0] == "v" and not self.deliverable(w, t):
            n = w.copy()
            n.threads[number].phase = "looked"
            yield n
        if t.saved is not None:  # in sigsuspend, until a handler has ended
            return
        n = w.copy()
        u = n.threads[number]
        if u.pc == len(script):
            u.done = True
            u.pending = frozenset()
            yield n
            return
        yield from self.operation(n, number, *script[u.pc])

    def waits_for_semaphore(self, w, number):
        t = w.threads[number]
        script = self.program[number]
        return not t.frames and t.saved is None and t.pc < len(script) and script[t.pc][0] == "w" and \
            w.semaphore == 0

    @staticmethod
    def has_looked(t):
        """In a poll that has found nothing, and no signal: from then on no handler ends it."""
        return not t.frames and t.phase == "looked"

    def waits(self, w, number):
        t = w.threads[number]
        if t.saved is not None:
            return not t.frames
        script = self.program[number]
        waits_for_lock = t.pc < len(script) and script[t.pc][0] == "l" and w.owner is not None
        return self.waits_for_semaphore(w, number) or (not t.frames and waits_for_lock)

    def in_handler(self, w, number):
        """The handler's exchange, and then its end: two steps."""
        n = w.copy()
        t = n.threads[number]
        s, restored, phase = t.frames[-1]
        if t.phase != "exchanged":
            by = list(t.by)
            by[s - 1] += (n.variable,)
            t.by = tuple(by)
            n.variable = 100 * (number + 1) + s
            t.phase = "exchanged"
            yield n
            return
        t.frames = t.frames[:-1]
        t.blocked, t.phase = restored, phase
        self.leave_kernel(n, number)
        if phase == "cut" or (t.saved is not None and not t.frames):
            is_poll = self.program[number][t.pc][0] == "v"
            t.results += (1 if phase == "cut" else 5 if is_poll else 3,)
            t.pc += 1
            t.phase, t.saved = 0, None
        yield n

    def leave_kernel(self, w, number):
        """What is pending by now comes before anything else of the thread's."""
        w.threads[number].must = bool(self.deliverable(w, w.threads[number]))

    def operation(self, n, number, letter, digits, at):
        u = n.threads[number]
        result = 0
        others = [t for i, t in enumerate(n.threads) if i != number and not t.done]
        if letter == "e":
            result = n.variable
            n.variable = 10 * (number + 1) + at % 10
        elif letter in "kr":
            to, s = (digits[0], digits[1]) if letter == "k" else (number, digits[0])
            self.send(n, n.threads[to], s)
            if to == number and s in u.pending and s not in u.blocked:
                self.leave_kernel(n, number)
        elif letter == "K":
            yield from self.kill(n, number, others, digits[0])
            return
        elif letter == "u":
            u.blocked -= {digits[0]}
            self.leave_kernel(n, number)
        elif letter == "b":
            u.blocked |= {digits[0]}
            self.leave_kernel(n, number)
        elif letter in "ad":
            s = digits[0]
            result = int(s in n.armed)
            n.armed = n.armed | {s} if letter == "a" else n.armed - {s}
            if s in self.deliverable(n, u):
                self.leave_kernel(n, number)
        elif letter == "w":
            if n.semaphore == 0:
                return
            n.semaphore -= 1
        elif letter == "p":
            n.semaphore += 1
        elif letter == "l":
            if n.owner is not None:
                return
            n.owner = number
        elif letter == "n":
            n.owner = None
        elif letter == "z":
            u.saved, u.blocked = u.blocked, frozenset()
            self.leave_kernel(n, number)
            yield n
            return
        elif letter == "v":
            u.saved, u.blocked = u.blocked, frozenset()
            yield n
            return
        elif letter == "y":
            some = sorted(u.pending) + sorted(n.process)
            if not some:
                return
            first = min(u.pending) if u.pending else min(n.process)
            if u.pending:
                u.pending -= {first}
            else:
                n.process -= {first}
            result = first
        elif letter in "ih":
            s = digits[0]
            n.action = tuple(letter if i == s - 1 else a for i, a in enumerate(n.action))
            if letter == "i":
                n.process -= {s}
                for t in n.threads:
                    t.pending -= {s}
        u.results += (result,)
        u.pc += 1
        yield n

    @staticmethod
    def send(n, to, s):
        if to.done:
            return
        action = n.action[s - 1]
        if s in to.blocked or action == "h":
            to.pending |= {s}
        elif action == "d":
            n.end = "killed"

    def kill(self, n, number, others, s):
        u = n.threads[number]
        can = [t for t in others if s not in t.blocked]
        action = n.action[s - 1]
        u.results += (0,)
        u.pc += 1
        if (can or s not in u.blocked) and action != "h":
            n.end = "killed" if action == "d" else n.end
            yield n
            return
        if s not in u.blocked:
            here = n.copy()
            here.threads[number].pending |= {s}
            self.leave_kernel(here, number)
            yield here
        if s in u.blocked or can:
            n.process |= {s}
            yield n

    def outcomes(self, most):
        w = World()
        w.threads = [Thread() for _ in self.program]
        w.variable, w.semaphore, w.owner, w.process = 0, 0, None, frozenset()
        w.action, w.end, w.armed = ("h", "h"), None, frozenset()
        return outcomes(w, self.end, self.successors, most)

    @staticmethod
    def end(w):
        return w.end or (show(w) if all(t.done for t in w.threads) else None)


def show(w):
    text = str(w.variable)
    for t in w.threads:
        text += " t" + "".join(",%d" % r for r in t.results)
        for by in t.by:
            text += " s" + "".join(",%d" % r for r in by)
    return text


TIMERS = 1000  # programs from that number on have timers, and no signal that is ignored
MASKS = 3000  # ... have polls with a mask


def random_program(seed):
    r = random.Random(seed)
    threads = r.choice((2, 2, 3))
    flags = "-" + "".join(f for f in "mrn" if r.random() < 0.3)
    flags = flags.replace("mn", "m").replace("mrn", "mr")
    if seed < TIMERS and r.random() < 0.1:
        flags += "o"
    scripts = []
    for t in range(threads):
        text = ""
        if r.random() < 0.7:
            text += "u%d" % r.choice((1, 1, 2))
        locked = False
        for _ in range(r.randint(1, 4 if threads == 2 else 2)):
            letter = r.choice("eeekkkKrubwplzyih" if r.random() < 0.5 else "eekkr")
            if seed >= TIMERS:
                letter = r.choice("eeaaaaddkKrubwpzy")
            if seed >= MASKS:
                letter = r.choice("eekkKrvvvvub")
            s, to = r.choice((1, 1, 2)), r.randrange(threads)
            if letter == "l" and locked:
                letter = "n"
            if letter in "kKrubihad":
                text += letter + (str(to) if letter == "k" else "") + str(s)
            elif letter == "y":
                text += "b1b2y"
            else:
                text += letter
            if letter in "ln":
                locked = letter == "l"
        scripts.append(text + ("n" if locked else ""))
    return [flags, *scripts]


if __name__ == "__main__":
    compare(random_program, lambda arguments, most: Enumeration(arguments[0], arguments[1:]).outcomes(most))
