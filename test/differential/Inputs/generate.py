# generate.py - random programs of program.h, by features: what a thread does is made of pieces, each
# of one feature. Names of operations: operations.def.
import random


def obj(r):
    return 1 if r.random() < 0.2 else 0


def val(r):
    return r.randrange(1, 3)


def guarded(r, attempt, body, end):
    """An attempt; where it succeeds, `body` and `end`."""
    return [f"{attempt}:{len(body) + len(end)}"] + body + end


def small(r):
    """Something that tells where one is."""
    a = obj(r)
    return r.choice([[f"ld:{a}"], [f"st:{a}:{val(r)}"], [f"add:{a}:1"], [f"adq:{a}:1"]])


def plain(r):
    """Plain memory that a lock guards."""
    return r.choice([["rd:0"], ["wr:0:1"], ["wr:0:2"], ["rd:0", "wr:0:3"]])


def atomics(r):
    a = obj(r)
    return r.choice([
        [f"ld:{a}"], [f"st:{a}:{val(r)}"], [f"add:{a}:{val(r)}"], [f"xch:{a}:{val(r)}"],
        [f"cas:{a}:{r.randrange(2)}:{val(r)}"], [f"ld:{a}", "if:0:1", f"st:{1 - a}:{val(r)}"]])


def commuting(r):
    a = obj(r)
    return r.choice([[f"adq:{a}:1"], [f"orq:{a}:{val(r)}"], [f"adq:{a}:1"], [f"ld:{a}"]])


def mutex(r):
    a = obj(r)
    inner = plain(r) if a == 0 else small(r)
    if r.random() < 0.2:
        b = 1 - a
        return [f"lk:{a}", f"lk:{b}"] + small(r) + [f"ul:{b}", f"ul:{a}"]
    return [f"lk:{a}"] + inner + [f"ul:{a}"]


def mutex_try(r):
    a = obj(r)
    inner = plain(r) if a == 0 else small(r)
    return guarded(r, f"{r.choice(['try', 'tlk'])}:{a}", inner, [f"ul:{a}"])


def recursive(r):
    kind = r.choice(["lk:1 lk:1 {} ul:1 ul:1", "lk:1 {} ul:1", "lk:1 try:1:1 {} ul:1",
                     "try:1:2 {} ul:1", "tlk:1:2 {} ul:1"])
    word = small(r)[0]
    return kind.format(word).split()


def condition(r):
    c = obj(r)
    return r.choice([
        ["lk:0", f"cw:{c}:0"] + plain(r) + ["ul:0"],
        ["lk:0", f"cw:{c}:0", "ul:0"],
        ["lk:0", "rd:0", "if:0:1", f"cw:{c}:0", "rd:0", "ul:0"],
        [f"sg:{c}"], [f"bc:{c}"],
        ["lk:0", "wr:0:1", f"sg:{c}", "ul:0"], ["lk:0", "wr:0:2", f"bc:{c}", "ul:0"],
        ["lk:0", "wr:0:1", "ul:0", f"sg:{c}"]])


def condition_timed(r):
    c = obj(r)
    return r.choice([
        ["lk:0", f"ctw:{c}:0"] + plain(r) + ["ul:0"],
        ["lk:0", f"ctw:{c}:0", "ul:0"],
        ["lk:0", "rd:0", "if:0:1", f"ctw:{c}:0", "rd:0", "ul:0"],
        [f"sg:{c}"], ["lk:0", "wr:0:1", f"sg:{c}", "ul:0"], ["lk:0", "wr:0:1", f"bc:{c}", "ul:0"]])


def semaphore(r):
    a = obj(r)
    return r.choice([[f"sp:{a}"], [f"sw:{a}"], [f"stry:{a}"], [f"stw:{a}"], [f"sv:{a}"],
                     [f"sp:{a}"], [f"sw:{a}"] + small(r) + [f"sp:{a}"]])


def rwlock(r):
    inner = r.choice([["rd:1"], ["ld:0"], ["st:0:1"]])
    both = r.choice([["wr:1:1"], ["rd:1", "wr:1:2"], ["st:0:2"]])
    return r.choice([["rl:0"] + inner + ["ru:0"], ["wl:0"] + both + ["ru:0"],
                     guarded(r, f"{r.choice(['rt', 'rtm'])}:0", inner, ["ru:0"]),
                     guarded(r, f"{r.choice(['wt', 'wtm'])}:0", both, ["ru:0"])])


def spinlock(r):
    inner = small(r)
    return r.choice([["spl:0"] + inner + ["spu:0"], guarded(r, "spt:0", inner, ["spu:0"])])


def barrier(r):
    return r.choice([["bw"], ["bw"], small(r)])


def once(r):
    a = obj(r)
    return r.choice([[f"once:{a}"], [f"once:{a}"], [f"ld:{a}"], [f"st:{a}:1"]])


def futex(r):
    a = obj(r)
    v = r.randrange(2)
    return r.choice([[f"fw:{a}:{v}"], [f"ftw:{a}:{v}"], [f"fk:{a}:1"], [f"fk:{a}:9"],
                     [f"st:{a}:1", f"fk:{a}:{r.choice([1, 9])}"], [f"st:{a}:{v}"]])


def loops(r):
    a = obj(r)
    return r.choice([[f"loop:{a}:{r.randrange(3)}:{r.randrange(2, 4)}"], [f"st:{a}:{r.randrange(3)}"],
                     [f"add:{a}:1"]])


def awaits(r):
    a = obj(r)
    return r.choice([[f"aw:{a}:{r.randrange(3)}"], [f"st:{a}:{r.randrange(3)}"], [f"adq:{a}:1"],
                     [f"awx:{a}", f"ld:{1 - a}", f"st:{a}:0"], [f"awc:{a}:0:1", f"st:{a}:0"],
                     ["awt:0"] + plain(r) + ["ul:0"]])


def joins(r):
    return r.choice([["yl"], small(r), small(r)])


def failing(r):
    a = obj(r)
    return r.choice([[f"ld:{a}", f"if:{val(r)}:1", "fail"], [f"st:{a}:{val(r)}"], [f"add:{a}:1"]])


def choose(r):
    return r.choice([["ch:2", "if:1:1", f"st:0:{val(r)}"], ["ch:2"], ["ld:0"], ["st:0:1"]])


def sigwait(r):
    return r.choice([["ks:{other}"], ["ks:{other}"], ["swt"], ["stm"], ["spd"], small(r)])


def eventfd(r):
    return r.choice([[f"ew:{val(r)}"], ["er"], small(r)])


def pipe(r):
    return r.choice([[f"pw:{val(r)}"], [f"pw:{val(r)}"], ["pr"], ["po"], small(r)])


def static_local(r):
    return r.choice([["sl"], ["sl"], ["ld:1"], ["st:1:1"]])


def weak(r):
    return r.choice([["wk"], ["sr?"], ["sr?"], ["ld:1"]])


def thread_end(r):
    return r.choice([["tk?"], ["tl?"], ["ld:1"], ["st:1:1"]])


def user_primitive(r):
    return r.choice([["uo"], ["uo"], ["up"], small(r)])


def races(r):
    return r.choice([["rd:1"], ["wr:1:1"], ["wr:1:2"], ["ld:0", "if:1:1", "rd:1"], ["st:0:1"],
                     ["lk:1", "rd:1", "ul:1"], ["lk:1", "wr:1:1", "ul:1"], ["sw:1"], ["sp:1"],
                     ["rd:1", "if:1:1", "st:0:1"]])


FEATURES = {
    "atomics": atomics, "commuting": commuting, "mutex": mutex, "mutex_try": mutex_try,
    "recursive": recursive, "condition": condition, "condition_timed": condition_timed,
    "semaphore": semaphore, "rwlock": rwlock, "spinlock": spinlock, "barrier": barrier, "once": once,
    "futex": futex, "loops": loops, "awaits": awaits, "joins": joins, "failing": failing,
    "choose": choose, "sigwait": sigwait, "eventfd": eventfd, "pipe": pipe,
    "static_local": static_local, "weak": weak, "thread_end": thread_end,
    "user_primitive": user_primitive, "races": races,
}
# The interpreter sees a data race where two accesses can be neighbours. That is all of them where what
# these do can come between; others use p[1], too, or have steps that order nothing.
BESIDE_RACES = ("atomics", "loops", "once", "choose")
MOST = 14  # operations of a thread


def once_each(r, words, thread, workers):
    """What a thread does at most once, or not main; whom a signal is for: to itself where that may be."""
    for i, word in enumerate(words):
        if word.endswith("?"):
            words[i] = word[:-1]
            if word[:-1] in words[:i] or (word != "sr?" and thread == 0):
                words[i] = "ld:0"
        elif word == "ks:{other}":
            words[i] = f"ks:{r.randrange(thread + 1)}"  # those after it may not be there yet


def make(seed, first):
    """A program whose first feature is given, and the features that it has."""
    r = random.Random(seed)
    wanted = [first] + [f for f in FEATURES if f != first and r.random() < 0.06]
    if "races" in wanted:
        wanted = ["races"] + [f for f in wanted if f in BESIDE_RACES]
    workers = r.choice([1, 2, 2, 2, 2, 3])
    budget = {1: 6, 2: 4, 3: 2}[workers]
    used = set()

    def thread(budget):
        words = []
        while True:
            feature = r.choice(wanted)
            piece = FEATURES[feature](r)
            if words and len(words) + len(piece) > budget + r.randrange(3):
                return words[:MOST]
            used.add(feature)
            words += piece

    threads = [thread(budget) for _ in range(workers)]
    for t, words in enumerate(threads, 1):
        once_each(r, words, t, workers)
    main = [f"cr:{t + 1}" for t in range(workers)]
    if workers == 1 or "sigwait" in used or r.random() < 0.2:
        piece = thread(2)
        once_each(r, piece, 0, workers)
        at = r.randrange(1, len(main) + 1)
        main = main[:at] + piece + main[at:]
    if "joins" in wanted:
        used.add("joins")
        t = r.randrange(1, workers + 1)
        kind = r.choice(["j", "jt", "jtm", "jt"])
        if workers > 1 and kind == "j" and t < workers:
            threads[t].insert(r.randrange(len(threads[t]) + 1), f"j:{t}")
        elif kind == "j":
            main += [f"j:{t}", "ld:0"]
        else:
            main += [f"{kind}:{t}", "ld:0"]
    settings = []
    for a in range(2):
        n = r.choice([0, 0, 1, 2])
        if n and "semaphore" in used:
            settings.append(f"sem:{a}:{n}")
    if "recursive" in used:
        settings.append(f"mt:1:{r.choice([1, 1, 2])}")
    if "barrier" in used:
        settings.append(f"bar:{r.choice([2, 2, 3])}")
    text = " ".join(settings + [" / ".join([""] + [" ".join(t) for t in [main] + threads])]).strip()
    return " ".join(text.split()), used
