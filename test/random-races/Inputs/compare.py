# compare.py RANDOM_RACES "MCMINI_CC [OPTION]" MCMINI FIRST COUNT [REPORTED] - compares the data races that mcmini
# finds in random programs with those of brute force, of each program:
#
#   --races=explore   the racy locations are the same, and each pair of places is one of brute force
#   --races=report    the same of programs in which no plain access decides what happens; of others
#                     no location is racy without being so in brute force, and some is if any is
#                     (of the first REPORTED programs; not given: all)
#
# The report names a pair of places, and of each place it is known which locations it accesses:
# those that both do are racy.
import json
import re
import subprocess
import sys

AT_ONCE = 100  # programs in one translation unit
random_races, mcmini_cc, mcmini = sys.argv[1], sys.argv[2].split(), sys.argv[3]
first, count, *rest = map(int, sys.argv[4:])
reported = rest[0] if rest else count

MESSAGE = re.compile(r"(.*): ((?:atomic )?(?:read|write)) at (p\d+):(\d+) and "
                     r"((?:atomic )?(?:read|write)) at p\d+:(\d+), which nothing orders")


def make(begin, number):
    source = f"races{begin}.c"
    with open(source, "w") as file:
        subprocess.run([random_races, "print", str(begin), str(number)], stdout=file, check=True)
    program = f"./races{begin}"
    level = "-O1" if len(mcmini_cc) == 1 else "-O0"  # --from-tsan: accesses that the optimiser drops have no hooks
    subprocess.run([*mcmini_cc, "-g", level, "-w", source, "-o", program], check=True)
    lines = subprocess.run([random_races, "expect", str(begin), str(number)], stdout=subprocess.PIPE,
                           text=True, check=True).stdout.splitlines()
    return program, [json.loads(line) for line in lines]


def pair(one, line_of_one, other, line_of_other):
    return tuple(sorted([(int(line_of_one), one), (int(line_of_other), other)]))


def find(program, seed, mode):
    """Pairs of places with the name of the memory."""
    options = ["-k", "-q", "--estimate=off", "--races=" + mode, "--json=-"]
    run = subprocess.run([mcmini, *options, program, str(seed)], stdout=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"program {seed}, {mode}: status {run.returncode}")
    result = json.loads(run.stdout)
    assert result["verdict"] in ("ok", "failed") and not result["traces"]["bounded"], run.stdout
    pairs = {}
    for finding in result["findings"]:
        assert finding["kind"] in ("data-race", "deadlock"), finding["message"]
        if finding["kind"] == "data-race":
            match = MESSAGE.fullmatch(finding["message"])
            assert match and match[3] == f"p{seed}", finding["message"]
            pairs[pair(match[2], match[4], match[5], match[6])] = match[1]
    return pairs


def locations(pairs, racy):
    units = 0
    for p in pairs:
        units |= racy.get(p, 0)
    return units


def table(expected):
    """Pairs of places, and the locations of each."""
    return {pair(a, i, b, j): units for a, i, b, j, units, _ in expected["pairs"]}


def differences(expected, found, is_exact):
    racy = table(expected)
    names = {pair(a, i, b, j): name for a, i, b, j, _, name in expected["pairs"]}
    for p, name in found.items():
        if p not in racy:
            yield f"{name}: {p}, which brute force has not"
        elif re.match(r"\w+", name)[0] != names[p]:
            yield f"{name}: {p}, which is about {names[p]}"
    missed = locations(racy, racy) & ~locations(found, racy)
    if missed and (is_exact or not found):
        yield f"missed: locations {missed:#x}, such as {next(p for p in racy if racy[p] & missed)}"


def check(program, expected, modes):
    """Whether all is as it should be; and the pairs that were found in the first mode."""
    all_found = []
    is_right = True
    for mode in modes:
        found = find(program, expected["seed"], mode)
        all_found.append(found)
        is_exact = mode == "explore" or not expected["depends_on_plain"]
        for text in differences(expected, found, is_exact):
            print(f"program {expected['seed']}, {mode}: {text}", flush=True)
            is_right = False
    return is_right, len(all_found[0])


def main():
    interleavings = racy = units = pairs = found_pairs = deciding = differ = 0
    for begin in range(first, first + count, AT_ONCE):
        program, expectations = make(begin, min(AT_ONCE, first + count - begin))
        for expected in expectations:
            is_reported = expected["seed"] < first + reported
            is_right, found = check(program, expected, ["explore"] + ["report"] * is_reported)
            differ += not is_right
            found_pairs += found
            interleavings += expected["interleavings"]
            racy += bool(expected["pairs"])
            units += bin(locations(table(expected), table(expected))).count("1")
            pairs += len(expected["pairs"])
            deciding += expected["depends_on_plain"]
    print(f"{count} programs, {interleavings} interleavings: {racy} programs with {units} racy "
          f"locations and {pairs} pairs of places, of which {found_pairs} are reported; "
          f"in {deciding} programs plain accesses decide")
    print(f"{differ} differ")


main()
