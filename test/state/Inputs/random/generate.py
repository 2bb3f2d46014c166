# generate.py - random programs of program.h, by features. Names of operations: operations.def.
import random

PATHS = 9
A, B, D, DA, DB, E, EA, L, LA = range(PATHS)


def path(r):
    return r.choice([A, A, B, D, DA, DA, DB, E, EA])


def some(r):
    """A descriptor."""
    return r.choice([0, 0, 1, 2])


def names(r):
    p, q = path(r), path(r)
    return r.choice([
        f"op:{p}:{r.randrange(7)}", f"op:{p}:3", f"op:{p}:2", f"mk:{r.choice([D, E, E, DB])}", f"mk:{p}",
        f"rm:{r.choice([D, E, p])}", f"ul:{p}", f"ul:{p}", f"re:{p}", f"mv:{p}:{q}", f"mv:{p}:{q}",
        f"mv:{D}:{E}", f"st:{p}", f"ls:{p}", f"ac:{p}", f"tr:{p}:{r.randrange(4)}",
        f"cm:{p}:{r.randrange(8)}", f"gd:{r.choice([D, D, E])}"])


def links(r):
    p, q = r.choice([path(r), L]), r.choice([path(r), L, LA])
    return r.choice([
        f"ln:{p}:{q}", f"ln:{A}:{L}", f"sy:{p}:{L}", f"sy:{D}:{L}", f"rl:{L}", f"ls:{L}", f"st:{q}",
        f"ul:{q}", f"mv:{p}:{q}", f"cd:{r.choice([D, E, L])}", f"op:{q}:{r.randrange(7)}", f"st:{A}",
        f"tr:{q}:1", f"ac:{q}", f"mk:{r.choice([E, L])}", f"cm:{q}:{r.randrange(8)}"])


def mask(r):
    p = r.choice([DB, E])
    return r.choice([f"um:{r.randrange(8)}", f"mk:{p}", f"op:{p}:2", f"op:{p}:3", f"st:{p}"])


def data(r):
    f, n = some(r), r.randrange(4)
    return r.choice([
        f"rd:{f}:{r.randrange(1, 3)}", f"rd:{f}:1", f"wr:{f}:{n}", f"wr:{f}:{n}", f"pr:{f}:{n}",
        f"pw:{f}:{n}:{r.randrange(4)}", f"sk:{f}:{n}:{r.choice([0, 0, 1, 2])}", f"sk:{f}:0:1",
        f"ft:{f}:{n}", f"fs:{f}", f"gf:{f}", f"sf:{f}:{r.randrange(2)}", f"tr:{A}:{n}", f"st:{A}",
        f"op:{A}:{r.randrange(7)}"])


def numbers(r):
    f, g = some(r), some(r)
    return r.choice([
        f"cl:{f}", f"cl:{f}", f"op:{r.choice([A, B])}:{r.choice([0, 1])}", f"du:{f}", f"df:{f}",
        f"dd:{f}:{g}", f"rd:{f}:1", f"wr:{f}:{r.randrange(4)}", f"fs:{f}", f"gd:{D}", f"sk:{f}:0:1"])


def streams(r):
    s = r.choice([0, 0, 1])
    return r.choice([
        f"gc:{s}", f"gc:{s}", f"pc:{s}:{r.randrange(4)}", f"pc:{s}:{r.randrange(4)}", f"ff:{s}", f"ff:{s}",
        f"tl:{s}", "fc", "fo", "fo", f"rd:{r.randrange(2)}:1", f"wr:{r.randrange(2)}:2", f"st:{A}",
        f"pw:0:1:{r.randrange(3)}"])


def rand(r):
    return r.choice([f"sr:{r.randrange(1, 4)}", "ra", "ra"])


def rand48(r):
    return r.choice([f"sq:{r.randrange(1, 4)}", "lr", "lr"])


def environment(r):
    n, v = r.randrange(2), r.randrange(1, 3)
    return r.choice([f"se:{n}:{v}", f"pe:{n}:{v}", f"ue:{n}", f"ge:{n}", f"ge:{n}"])


def tokens(r):
    return r.choice(["tk", "tk", "tk", "tn"])


def handlers(r):
    return r.choice(["ax", f"ge:0", f"ra"])


def keys(r):
    return r.choice(["kc", "kc", "kd"])


def options(r):
    return "go"


def table(r):
    n = r.randrange(2)
    return r.choice([f"he:{n}:{r.randrange(1, 4)}", f"hf:{n}"])


FEATURES = {f.__name__: f for f in (names, links, mask, data, numbers, streams, rand, rand48, environment,
                                    tokens, handlers, keys, options, table)}
LENGTHS = {1: [2, 1], 2: [3, 3], 3: [2, 2, 1]}


def thread(r, wanted, length):
    words = []
    while len(words) < length:
        word = FEATURES[r.choice(wanted)](r)
        if word in ("kc", "ax", "tn") and word in words:
            continue
        words.append(word)
    mode = r.randrange(3)
    return [f"fo:{r.choice([A, A, E])}:{mode}" if w == "fo" else w for w in words]


def make(seed, first):
    """A program whose first feature is given, and the features that it has."""
    r = random.Random(seed)
    wanted = [first] + [f for f in FEATURES if r.random() < 0.04]
    size = r.choice([1, 2, 2, 3])
    lengths = [n + (size > 1 and r.random() < 0.2) for n in LENGTHS[size]]
    threads = [thread(r, wanted, n) for n in lengths]
    if "streams" in wanted:  # whose numbers nobody else closes
        threads = [[w for w in words if w[:2] not in ("cl", "dd")] for words in threads]
    settings = []
    if {"data", "numbers", "streams"} & set(wanted):
        kind = r.choice([1, 1, 1, 0, 5]) if "streams" not in wanted else 1
        settings.append(f"sa:{A}:{kind}")
        settings.append(r.choice(["sb:-1:0", f"sb:{A}:{r.choice([1, 5, 0])}", f"sb:{B}:1"]))
    if "streams" in wanted:
        kind = r.choice([0, 1, 2, 3, 4])
        settings.append(f"ss:{kind}:{r.choice([A, A, B])}")
        if kind == 2:  # glibc asks the file where its end is
            threads = [[w for w in words if w != "tl:0"] for words in threads]
        for words in threads:
            if any(w.startswith("fo") and w.endswith(":2") for w in words):
                words[:] = [w for w in words if w != "tl:1"]
    text = " / ".join([" ".join(settings)] + [" ".join(t) for t in threads]).strip()
    return text, set(wanted)
