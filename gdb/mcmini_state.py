# gdb/mcmini_state.py - what is known of a trace: its file, the text that the program's runtime keeps
# (runtime/debug/gdb.c), and which frames are the program's own.
import itertools
import re

import gdb


def last_part(path):
    return path.rsplit("/", 1)[-1]


# ===- The trace file ------------------------------------------------------------------------------


class Step:
    """A line of a trace file: number, thread, operation, object[=alternative], # place."""

    def __init__(self, line):
        words, _, comment = line.partition(" # ")
        _, self.thread, operation, subject = words.split(" ", 3)
        if "=" in subject:
            subject, _, alternative = subject.rpartition("=")
        else:
            alternative = ""
        self.text = f"{self.plain(operation)} {'' if subject == '-' else subject}".rstrip()
        if alternative:
            self.text += f" = {self.plain(alternative)}"
        place, _, self.expression = comment.partition(" ")
        self.place = last_part(place)

    @staticmethod
    def plain(word):
        word = word.replace("_", " ")
        return re.sub("%([0-9a-f]{2})", lambda code: chr(int(code[1], 16)), word)


class Trace:
    def __init__(self, path, label):
        self.path, self.label = path, label
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.rstrip("\n") for line in file]
        _, self.kind, self.message = (lines[2] + "  ").split(" ", 2)
        self.message = self.message.strip()
        # Before the steps: the program, its arguments, options of the search.
        self.steps = [Step(line) for line in lines if line[:1].isdigit()]


# ===- What the program's runtime says --------------------------------------------------------------


def address_of(symbol):
    try:
        return int(gdb.parse_and_eval(f"(long)&{symbol}"))
    except gdb.error:
        return None


def read_integer(symbol, size=4):
    memory = gdb.selected_inferior().read_memory(address_of(symbol), size)
    return int.from_bytes(bytes(memory), "little")


class State:
    """How things stand: the text of runtime/debug/gdb.c, of the last transition that has run."""

    def __init__(self):
        self.position = read_integer("mc_gdb_position")
        text = gdb.selected_inferior().read_memory(read_integer("mc_gdb_text", 8), 1 << 20)
        text = bytes(text).split(b"\0", 1)[0].decode("utf-8", "replace")
        facts = [line.split("\t") for line in text.split("\n")[:-1]]
        self.threads = [fact[1:] for fact in facts if fact[0] == "thread"]
        self.objects = {int(fact[1]): fact[2:] for fact in facts if fact[0] == "object"}
        self.findings = [fact[1:] for fact in facts if fact[0] == "finding"]
        self.divergence = next((fact[1:] for fact in facts if fact[0] == "divergence"), None)

    def expand(self, text):
        return re.sub(r"%t(\d+);", lambda t: "thread " + self.threads[int(t[1])][0], text)

    def object_name(self, index):
        """As in reports: alice.lock, queue->lock 0.1#3, thread 0.2."""
        if index not in self.objects:
            return ""
        primitive, address, is_global, name, size, expression = self.objects[index][:6]
        if primitive == "queue":  # named like what its threads wait for
            waited_for = [i for i, o in self.objects.items() if o[1] == address and o[0] not in ("queue", "variable")]
            return f"queue of {self.object_name(waited_for[0]) if waited_for else hex(int(address, 16))}"
        address = int(address, 16)
        if primitive == "thread" and address < len(self.threads):
            return f"thread {self.threads[address][0]}"
        if is_global == "1":
            return part_at(address, int(size))[0] or expression or hex(address)
        return f"{expression or primitive} {name}"

    def object_state(self, index):
        """As in reports: a value has the sign of its type."""
        primitive, address, is_global, _, size, _, text = self.objects[index]
        kind = part_at(int(address, 16), int(size))[1] if primitive == "variable" and is_global == "1" else None
        while kind and kind.code == gdb.TYPE_CODE_STRUCT:  # of C++'s atomics
            member = member_at(kind, 0)
            kind = member and member.type.strip_typedefs()
        if kind and kind.code == gdb.TYPE_CODE_INT and text.isdigit():
            return str(int(gdb.Value(int(text)).cast(kind)))
        return self.expand(text)


def part_at(address, size):
    """The variable at a global address, down to the member of that size, and the type of that."""
    text = gdb.execute(f"info symbol {address:#x}", to_string=True)
    found = re.match(r"(.+?)(?: \+ (\d+))? in section", text)
    if not found:
        return None, None
    path, offset = found[1], int(found[2] or 0)
    symbol = gdb.lookup_global_symbol(path) or gdb.lookup_static_symbol(path)
    if not symbol or not symbol.type:
        return path + (f"+{offset}" if offset else ""), None
    kind = symbol.type.strip_typedefs()
    while kind.sizeof > size or offset:
        if kind.code == gdb.TYPE_CODE_ARRAY:
            kind = kind.target().strip_typedefs()
            path += f"[{offset // kind.sizeof}]"
            offset %= kind.sizeof
            continue
        member = member_at(kind, offset)
        if not member:
            return path + (f"+{offset}" if offset else ""), None
        path += "" if member.is_base_class or not member.name else f".{member.name}"
        offset -= member.bitpos // 8
        kind = member.type.strip_typedefs()
    return path, kind


def member_at(kind, offset):
    if kind.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return None
    for member in kind.fields():
        if hasattr(member, "bitpos") and 0 <= offset - member.bitpos // 8 < member.type.sizeof:
            return member
    return None


# ===- Frames ---------------------------------------------------------------------------------------


def is_foreign(frame):
    """A frame of McMini's runtime, of libc or of the C++ library."""
    module = last_part(gdb.current_progspace().solib_name(frame.pc()) or "")
    if frame.type() == gdb.SIGTRAMP_FRAME:
        return True
    if re.match(r"(libmcmini-preload|libc|libc\+\+|libc\+\+abi|libstdc\+\+|ld-linux.*)\.so", module):
        return True
    start, stop = address_of("__start_mc_runtime"), address_of("__stop_mc_runtime")
    if start and start <= frame.pc() < stop:
        return True
    function = frame.function()
    symtab = frame.find_sal().symtab or (function and function.symtab)  # a call may have no line
    if not symtab:
        return (frame.name() or "").startswith(("mc_", "mc.operation.", "__mcmini_", "_start", "__libc_start"))
    path = symtab.fullname()
    return "/include/" in path and "/c++/" in path


def own_frame():
    """The innermost frame of the program's own code, or None."""
    frame = gdb.newest_frame()
    while frame and is_foreign(frame):
        frame = frame.older()
    return frame


class OwnFrames:
    """What `bt` shows: where a thread stands in the runtime is left out; bt -no-filters has it."""

    def __init__(self):
        self.name, self.enabled, self.priority = "mcmini", True, 100
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return itertools.dropwhile(lambda frame: is_foreign(frame.inferior_frame()), frames)
