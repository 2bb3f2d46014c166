"""registers.py SEED COUNT - assembly of COUNT functions test_0, ... and a table of them: each fills general registers,
flags, vector registers, the red zone and 256 bytes at `memory`; makes one to three atomic instructions there; and stores
all that it sees then at `seen`. An instruction may be short or long, may cross a line of the cache, and may come
right behind another."""
import random
import sys

REGISTERS = ["rax", "rcx", "rdx", "rbx", "rbp", "rsi", "rdi"] + [f"r{n}" for n in range(8, 16)]
LOW = {"rax": "al", "rcx": "cl", "rdx": "dl", "rbx": "bl", "rbp": "bpl", "rsi": "sil", "rdi": "dil"}
SUFFIX = {1: "b", 2: "w", 4: "l", 8: "q"}
VECTORS = [0, 3, 8, 15]
KEPT = ["rbx", "rbp", "r12", "r13", "r14", "r15"]
RED_ZONE = [8, 64, 120, 128]


def part(register, size):
    if register[1:].isdigit():
        return register + {1: "b", 2: "w", 4: "d", 8: ""}[size]
    if size == 1:
        return LOW[register]
    return {2: register[1:], 4: "e" + register[1:], 8: register}[size]


def place(size):
    """(what to do before, the operand, the registers that it needs)"""
    offset = random.choice([0, 8, 40, 64 - max(size // 2, 1), 128])
    base, index = random.sample([r for r in REGISTERS if r != "rax"], 2)
    kind = random.randrange(5)
    if kind == 0:
        return [], f"memory+{offset}(%rip)", []
    if kind == 1:
        return [], f"-{random.choice([64, 120, 128])}(%rsp)", []
    if kind == 2:
        scale = random.choice([1, 2, 4, 8])
        return [f"lea memory(%rip), %{base}", f"mov $4, %{index}"], f"{offset}(%{base},%{index},{scale})", [base, index]
    before = [f"lea memory+{offset}(%rip), %{base}"]
    return before, (f"(%{base})" if kind == 3 else f"8(%{base})"), [base]


def instruction():
    size = random.choice([1, 2, 4, 4, 8, 8])
    before, operand, needed = place(size)
    other = random.choice([r for r in REGISTERS if r not in needed])
    value, s = "%" + part(other, size), SUFFIX[size]
    number = random.randint(-100, 100)
    choices = [f"xchg{s} {value}, {operand}", f"lock xadd{s} {value}, {operand}", f"lock cmpxchg{s} {value}, {operand}",
               f"lock inc{s} {operand}", f"lock dec{s} {operand}", f"lock not{s} {operand}", f"lock neg{s} {operand}"]
    for name in ("add", "sub", "and", "or", "xor", "adc", "sbb"):
        choices += [f"lock {name}{s} {value}, {operand}", f"lock {name}{s} ${number}, {operand}"]
    if size > 1:
        for name in ("bts", "btr", "btc"):
            choices.append(f"lock {name}{s} ${random.randrange(8 * size)}, {operand}")
    if size == 8:
        choices.append(f"lock cmpxchg8b {operand}")
    return before, random.choice(choices)


def function(number):
    yield f".type test_{number}, @function\ntest_{number}: .cfi_startproc"
    for register in KEPT:
        yield f"push %{register}\n.cfi_adjust_cfa_offset 8"
    instructions = [instruction() for _ in range(random.choice([1, 1, 2, 3]))]
    for register in REGISTERS:
        yield f"movabs ${random.getrandbits(63)}, %{register}"
    for i, vector in enumerate(VECTORS):
        yield f"movdqu random+{16 * i}(%rip), %xmm{vector}"
    for i, depth in enumerate(RED_ZONE):
        yield f"movq %{REGISTERS[i]}, -{depth}(%rsp)"
    if len(instructions) > 1 and random.random() < 0.5: # one right behind the other
        for before, _ in instructions[:1]:
            yield from before
        yield random.choice(["stc", "clc", "add $100, %al"])
        yield instructions[0][1]
        yield instructions[0][1]
    else:
        for before, code in instructions:
            yield from before
            yield random.choice(["stc", "clc", "add $100, %al"])
            yield code
    for i, register in enumerate(REGISTERS):
        yield f"mov %{register}, seen+{112 - 8 * i}(%rip)"
    for i, vector in enumerate(VECTORS):
        yield f"movdqu %xmm{vector}, seen+{128 + 16 * i}(%rip)"
    for i, depth in enumerate(RED_ZONE):
        yield f"mov -{depth}(%rsp), %rax\nmov %rax, seen+{192 + 8 * i}(%rip)"
    yield "lea -128(%rsp), %rsp\npushfq\npop seen+120(%rip)\nlea 128(%rsp), %rsp"
    for register in reversed(KEPT):
        yield f"pop %{register}\n.cfi_adjust_cfa_offset -8"
    yield f"ret\n.cfi_endproc\n.size test_{number}, . - test_{number}"


def main():
    random.seed(int(sys.argv[1]))
    count = int(sys.argv[2])
    print(".text")
    for number in range(count):
        print("\n".join(function(number)))
    print(".data\n.balign 64\n.globl memory, seen, tests, test_count\nmemory: .zero 256\nseen: .zero 256")
    print("random:", *[f".quad {random.getrandbits(64)}" for _ in range(8)], sep="\n")
    print(f"test_count: .quad {count}\n.section .data.rel, \"aw\"\ntests:", *[f".quad test_{n}" for n in range(count)], sep="\n")
    print('.section .note.GNU-stack, "", @progbits')


main()
