"""as_objdump.py FIND FILE... - the atomic instructions that the driver finds in each file are those that objdump does,
with their lengths; what they do, to how many bytes, agrees with their mnemonics."""
import re
import subprocess
import sys

ACTIONS = {"xchg": 0, "xadd": 1, "add": 1, "inc": 1, "sub": 2, "dec": 2, "and": 3, "or": 4, "xor": 5, "cmpxchg": 6,
           "bts": 7, "btr": 7, "btc": 7, "neg": 7, "not": 7, "adc": 7, "sbb": 7, "cmpxchg8b": 7, "cmpxchg16b": 7}
MODIFY, FENCE = 7, 8
SUFFIX = {"b": 1, "w": 2, "l": 4, "q": 8}


def action_of(mnemonic):
    """The number of the action, and the bytes if a suffix says them."""
    if mnemonic in ACTIONS:
        return ACTIONS[mnemonic], None
    return ACTIONS[mnemonic[:-1]], SUFFIX[mnemonic[-1]]


def listed(path):
    """{address: (length, action, bytes, text)} of what objdump calls atomic."""
    text = subprocess.run(["objdump", "-d", "-w", path], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in text.splitlines():
        match = re.match(r" *([0-9a-f]+):\t((?:[0-9a-f]{2} )+) *\t(.*)", line)
        if not match:
            continue
        code = re.sub(r"^(?:(?:data16|rex\.\w+|xacquire|xrelease|[cdefgs]s) )*", "", match.group(3))
        atomic = re.match(r"lock +(?:[cdefgs]s +)?(?P<name>\w+) +(?P<operands>.*)|(?P<xchg>xchg[bwlq]?) +(?P<memory>.*\(.*|.*%[fg]s:.*)", code)
        if not atomic:
            continue
        name = atomic.group("name") or atomic.group("xchg")
        action, size = action_of(name)
        operands = atomic.group("operands") or ""
        if re.match(r"\$0x0,(0x[0-9a-f]+|-0x[0-9a-f]+)?\(%rsp\)", operands) and action in (1, 4):
            action = FENCE
        found[int(match.group(1), 16)] = (len(match.group(2).split()), action, size, code)
    return found


def found_by(find, path):
    """The same, as the driver has it."""
    text = subprocess.run([find, path], capture_output=True, text=True, check=True).stdout
    return {int(address, 16): tuple(map(int, rest)) for address, *rest in map(str.split, text.splitlines())}


def main():
    find, *files = sys.argv[1:]
    for path in files:
        expected, seen = listed(path), found_by(find, path)
        if not expected:
            print(f"{path}: objdump lists none")
        for address in sorted(expected.keys() | seen.keys()):
            want, have = expected.get(address), seen.get(address)
            if not want or not have or want[:2] != have[:2] or (want[2] and want[2] != have[2]):
                print(f"{path}: {address:x}: objdump {want}, the driver {have}")
        print(f"{len(expected)} compared")


main()
