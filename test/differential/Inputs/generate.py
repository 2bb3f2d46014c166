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
                     [f"st:{a}:1", f"fk:{a}:{r.choice([1, 9])}"], [f"st:{a}:{v}"], [f"frq:{v}"]])


def loops(r):
    a = obj(r)
    if r.random() < 0.3:
        return r.choice([["ltr:0:2"], ["ltr:0:3"], ["lk:0"] + plain(r) + ["ul:0"]])
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
    # A second signal is lost before the wait, and pending behind it.
    return r.choice([["ks:{other}"], ["ks:{other}"], ["ks:{other}", "st:0:1"], ["swt"], ["swt", "ld:0", "spd"], ["stm"],
                     ["spd"], small(r)])


def handler(r):
    return r.choice([["kh:{other}"], ["kh:{other}"], ["kp"], ["bm"] + small(r) + ["um"], ["um"], ["ssp"],
                     ["ku:{other}"], ["bm", "ku:{other}", "kh:{other}", "um"], ["bm", "ku:{other}", "ssp", "um"],
                     ["ld:1"], ["ld:1"]])


def eventfd(r):
    return r.choice([[f"ew:{val(r)}"], [f"ew:{val(r)}"], ["er"], ["er"], ["eo"], small(r)])


def pipe(r):
    return r.choice([[f"pw:{val(r)}"], [f"pw:{val(r)}"], ["pr"], ["pr"] + small(r), ["po"], ["pot"], ["pcw!"], small(r)])


def socket(r):
    end = r.choice([0, 0, 1])
    return r.choice([[f"kw:{end}:{val(r)}"], [f"kw:{end}:{val(r)}"], [f"kr:{1 - end}"], [f"kn:{1 - end}"],
                     [f"ksd:{end}"], small(r)])


def epoll(r):
    return r.choice([["ea"], ["eb"], ["ea"], [f"em:{r.randrange(2)}"], [f"ew:{val(r)}"], [f"ew:{val(r)}"],
                     [f"pw:{val(r)}"], ["er"], ["pr"]])


def poll_both(r):
    return r.choice([["pbn"], ["pbt"], ["pbw"], [f"ew:{val(r)}"], [f"ew:{val(r)}"], [f"pw:{val(r)}"], [f"pw:{val(r)}"],
                     ["er"], ["pr"]])


def files(r):
    return r.choice([["fmk"], ["frm"], ["fcr"], ["fcr"], ["ful"], ["frn"], ["fst"]])


def offsets(r):
    return r.choice([[f"fwr:{val(r)}"], [f"fwr:{val(r)}"], ["frd"], ["frd"], ["flk"], ["fdu"], ["fcr"]])


def libc_state(r):
    return r.choice([["rnd"], ["rnd"], [f"sev:{val(r)}"], ["uev"], ["gev"], small(r)])


def heap(r):
    a = obj(r)
    if r.random() < 0.1:
        return ["lk:0", r.choice(["hfr", "hrd"]), "ul:0"]
    return r.choice([[f"hx:{a}"], [f"hx:{a}"], [f"ht:{a}"], small(r)])


def mmap(r):
    a = obj(r)
    return r.choice([[f"mx:{a}"], [f"mt:{a}"], [f"ms:{val(r)}"], small(r)])


def unmap(r):
    return r.choice([["lk:0", "mun", "ul:0"], ["lk:0", "mrd", "ul:0"], small(r)])


def ending(r):
    word = r.choice(["ex", "ex", "qex", "uex", "egr", "ret", "ret"]) + f":{r.choice([0, 0, 1, 2])}"
    return r.choice([[word], [word], ["pex"], ["det:1!"], small(r)])


def exit_handlers(r):
    return r.choice([[f"aex:{obj(r)}"], [f"aqe:{obj(r)}"], [f"ex:{r.randrange(2)}"], ["qex:0"], small(r),
                     small(r)])


def robust(r):
    held = r.choice([small(r), small(r) + ["con:1"], ["con:1"], []])
    return r.choice([[f"rlk:1:{len(held) + 1}"] + held + ["ul:1"]] * 2 + [["rlk:1:1", "if:8:14"], small(r)])


def lock_all(r):
    a = obj(r)
    return r.choice([["la"] + plain(r) + ["ul:0", "ul:1"], ["la", "ul:0"] + small(r) + ["ul:1"],
                     [f"lk:{a}"] + small(r) + [f"ul:{a}"]])


def section(r):
    a = obj(r)
    return r.choice([[f"sec:{a}:{val(r)}"], [f"sec:{a}:{val(r)}"], small(r)])


def assume(r):
    a = obj(r)
    return r.choice([[f"asm:{a}:{r.randrange(2)}"], [f"st:{a}:{r.randrange(2)}"], [f"add:{a}:1"],
                     [f"ld:{a}", "if:1:1", "fail"]])


def wide(r):
    return r.choice([["ldb"], [f"stb:{val(r)}:{val(r)}"], [f"adb:{val(r)}"], small(r), small(r)])


def static_local(r):
    return r.choice([["sl"], ["sl"], ["slt"], ["slt"], ["ld:1"], ["st:1:1"], ["st:0:0"]])


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


def atomic_wait(r):
    a = obj(r)
    return r.choice([[f"xw:{a}:0"], [f"xw:{a}:{r.randrange(2)}"], [f"st:{a}:1", f"xn:{a}:{r.choice([1, 9])}"],
                     [f"st:{a}:{r.randrange(2)}"], [f"xn:{a}:{r.choice([1, 9])}"], [f"add:{a}:1", f"xn:{a}:9"]])


def latch(r):
    return r.choice([["ltc!"], ["ltc!"], ["ltw?"] + small(r), ["ltt"], ["lta?"], ["lta?"] + small(r), small(r)])


def counting(r):
    return r.choice([["csr"], ["csr"] + small(r), ["csa^"] + small(r), ["csa^"], ["cst^"], ["cst^"]])


def sixteen(r):
    return r.choice([["qld"], [f"qst:{val(r)}:{val(r)}"], [f"qxc:{val(r)}:{val(r)}"], ["qcx:0:1"],
                     [f"qcx:{val(r)}:{r.randrange(3)}"]])


def pipe_end(r):
    return r.choice([["pcr!"], ["pcr!"], [f"pw:{val(r)}"], [f"pw:{val(r)}"], ["pr"], ["po"], ["pcw!"], small(r)])


FEATURES = {
    "atomics": atomics, "commuting": commuting, "mutex": mutex, "mutex_try": mutex_try,
    "recursive": recursive, "condition": condition, "condition_timed": condition_timed,
    "semaphore": semaphore, "rwlock": rwlock, "spinlock": spinlock, "barrier": barrier, "once": once,
    "futex": futex, "loops": loops, "awaits": awaits, "joins": joins, "failing": failing,
    "choose": choose, "sigwait": sigwait, "eventfd": eventfd, "pipe": pipe,
    "static_local": static_local, "weak": weak, "thread_end": thread_end,
    "user_primitive": user_primitive, "races": races, "handler": handler, "socket": socket,
    "epoll": epoll, "poll_both": poll_both, "files": files, "offsets": offsets, "libc_state": libc_state, "heap": heap,
    "mmap": mmap, "unmap": unmap, "ending": ending, "exit_handlers": exit_handlers, "robust": robust,
    "lock_all": lock_all, "section": section, "assume": assume, "wide": wide,
    "atomic_wait": atomic_wait, "latch": latch, "counting": counting, "sixteen": sixteen,
    "pipe_end": pipe_end,
}
# What may stand beside these; else all may stand beside all.
BESIDE = {
    # The interpreter sees a data race where two accesses can be neighbours. That is all of them where
    # what these do can come between; others use p[1], too, or have steps that order nothing.
    "races": {"atomics", "once", "choose"},
    # A handler between two steps of what these do, or within a call that it interrupts, is defined.
    "handler": {"atomics", "commuting", "mutex", "mutex_try", "condition", "condition_timed", "semaphore",
                "futex", "wide", "loops", "socket"},
    # What the thread that ends the process has logged is the outcome; these log nothing at exit.
    "ending": {"exit_handlers", "atomics", "commuting", "mutex", "mutex_try", "semaphore", "loops", "awaits",
               "thread_end", "failing", "once", "rwlock", "barrier", "libc_state", "wide"},
    # The type of m[1] is theirs.
    "robust": {"atomics", "commuting", "semaphore", "once", "wide", "choose", "failing", "eventfd"},
    "unmap": {"atomics", "commuting", "mutex", "semaphore", "choose"}, # no other memory comes there
}
BESIDE["exit_handlers"] = (BESIDE["ending"] - {"exit_handlers"}) | {"ending"}
APART = ({"sigwait", "joins"}, {"lock_all", "recursive"}, {"lock_all", "mutex_try"},
         {"pipe", "offsets"}, {"pipe_end", "offsets"},  # a close gives a low descriptor number back
         {"pipe_end", "epoll"}, {"pipe_end", "poll_both"},
         {"atomic_wait", "futex"})  # who wakes wakes both
# There is little beside these, or they are short.
SELDOM = set(BESIDE) | {"sigwait", "joins", "recursive", "mmap", "files", "section", "choose", "static_local",
                        "rwlock", "condition_timed", "mutex_try", "once", "thread_end"}
MOST = 14  # operations of a thread


def may_be_together(a, b):
    return ((a not in BESIDE or b in BESIDE[a]) and (b not in BESIDE or a in BESIDE[b]) and
            {a, b} not in APART)


def once_each(r, words, thread, workers, of_program):
    """What a thread does at most once, or not main; whom a signal is for: to itself where that may be.
    What only one thread does: with two that acquire libstdc++'s semaphore can sleep for ever (GCC 104928)."""
    for i, word in enumerate(words):
        if word.endswith("?"):
            words[i] = word[:-1]
            if word[:-1] in words[:i] or (word in ("tk?", "tl?") and thread == 0):
                words[i] = "ld:0"
        elif word.endswith("!"):
            words[i] = "ld:0" if word in of_program or (word == "det:1!" and thread) else word[:-1]
            of_program.add(word)
        elif word.endswith("^"):
            words[i] = word[:-1] if thread == 1 else "csr"
        elif word.endswith(":{other}"):
            words[i] = f"{word[:2]}:{r.randrange(thread + 1) if thread else 1}"  # those who are there
        elif word.startswith("ret:") and thread:
            words[i] = "pex"


def make(seed, first):
    """A program whose first feature is given, and the features that it has."""
    r = random.Random(seed)
    wanted, many = [first], r.choice([1, 3, 4, 4, 5])
    others = sorted(FEATURES) + sorted(SELDOM)
    for f in r.sample(others, len(others)):
        if len(wanted) < many and f not in wanted and all(may_be_together(f, w) for w in wanted):
            wanted.append(f)
    # Each operation of C++20's is some steps.
    workers = r.choice([1, 1, 1, 2] if {"latch", "counting"} & set(wanted) else [1, 2, 2, 2, 2, 3])
    budget = {1: 6, 2: 4, 3: 2}[workers]
    used, turns = set(), [first]

    def thread(budget, wanted):
        words = []
        while True:
            if not turns:
                turns.extend(r.sample(wanted, len(wanted)))
            feature = turns.pop()
            piece = FEATURES[feature](r)
            if words and len(words) + len(piece) > budget + r.randrange(3):
                return words[:MOST]
            used.add(feature)
            words += piece

    threads = [thread(budget, wanted) for t in range(workers)]
    of_program = set()
    for t, words in enumerate(threads, 1):
        once_each(r, words, t, workers, of_program)
    main = [f"cr:{t + 1}" for t in range(workers)]
    if workers == 1 or {"sigwait", "handler", "ending", "exit_handlers"} & used or r.random() < 0.2:
        piece = thread(2, wanted)
        once_each(r, piece, 0, workers, of_program)
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
    if "robust" in used:
        settings.append("mt:1:3")
    elif "recursive" not in used and r.random() < 0.2:
        settings.append("cn:1")
    if "semaphore" in used and r.random() < 0.2:
        settings.append("sn:1")
    if "pipe_end" in used:  # who waits at a descriptor that is closed meanwhile: unspecified
        settings += [f"ef:{r.choice([2, 3])}", f"sp:{r.randrange(2)}"]
    elif {"eventfd", "pipe", "epoll", "poll_both"} & used:
        settings.append(f"ef:{r.choice([0, 0, 1, 2, 3])}")
    if "latch" in used:
        arriving = sum(word in ("ltc", "lta") for words in [main] + threads for word in words)
        settings.append(f"lat:{arriving + r.choice([0, 0, 0, 1])}")
    if "counting" in used:
        settings.append(f"cs:{r.choice([0, 0, 1, 2])}")
    if "epoll" in used:
        settings.append(f"ep:{r.randrange(3)}")
    if "socket" in used:
        settings.append(f"sk:{r.randrange(3)}")
    if "barrier" in used:
        settings.append(f"bar:{r.choice([2, 2, 3])}")
    text = " ".join(settings + [" / ".join([""] + [" ".join(t) for t in [main] + threads])]).strip()
    return " ".join(text.split()), used
