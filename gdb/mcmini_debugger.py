# gdb/mcmini_debugger.py - runs the program under GDB, from transition to transition, and reports.
#
# `mcmini` itself prepares a trace: it runs the schedule once and writes a session file, from which
# the program, started by GDB, runs that schedule and nothing else, without a fork. runtime/debug/gdb.c has
# the functions at which it is stopped. To go back is to start the program again and to stop earlier.
import atexit
import ctypes
import os
import re
import shlex
import shutil
import subprocess
import tempfile

import gdb
from mcmini_state import State, Trace, address_of, is_foreign, last_part, own_frame, read_integer

NEVER = 0xFFFFFFFF  # a target that no trace reaches
STOPS = ("begin", "arrival", "step", "end")


def say(text):
    gdb.write(text + "\n")


def plural(number, word):
    return f"{number} {word}" + ("" if number == 1 else "s")


class Debugger:
    def __init__(self):
        words = os.environ.pop("MCMINI_GDB").split("\n")
        gdb.execute("unset environment MCMINI_GDB")
        self.command, self.options = words[0], [word for word in words[1:] if word]
        self.folder = tempfile.mkdtemp(prefix="mcmini-gdb-")
        atexit.register(shutil.rmtree, self.folder, True)
        self.trace = None
        self.number = 0  # of the trace in the search; 0: it comes from a file
        self.position = 0  # transitions that have run, while there is no process to ask
        self.driving = False  # a command of ours runs the program
        self.stops = {}
        for setting in (
            "confirm off",
            "pagination off",
            "print thread-events off",
            "breakpoint pending on",
            "startup-with-shell on",
        ):
            gdb.execute(f"set {setting}")
        self.lay_out_as_the_search_does()
        gdb.execute("handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGSYS nostop noprint pass", to_string=True)
        gdb.events.stop.connect(self.stopped)
        gdb.events.new_objfile.connect(self.loaded)

    @staticmethod
    def lay_out_as_the_search_does():
        """GDB switches off address randomisation; where libraries lie, the program inherits from it."""
        ADDR_COMPAT_LAYOUT = 0x0200000
        libc = ctypes.CDLL(None)
        libc.personality(ctypes.c_ulong(libc.personality(ctypes.c_ulong(0xFFFFFFFF)) | ADDR_COMPAT_LAYOUT))

    def mcmini(self, *words):
        """Runs the command for the program and its arguments."""
        program = gdb.current_progspace().filename
        # gdb.parameter("args") is what `set args` was last told, not what --args gave.
        shown = gdb.execute("show args", to_string=True)
        arguments = shlex.split(shown[shown.index('"') + 1 : shown.rindex('"')])
        return subprocess.run(
            [self.command, "--quiet", *words, "--", program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )

    # -- Which trace

    def open(self, path, label, number=0):
        session = os.path.join(self.folder, "session")
        if os.path.exists(session):
            os.remove(session)
        of_programs = ("--max-depth", "--invisible", "--heap", "--primitives=")
        kept = [word for word in self.options if word.startswith(of_programs)]
        done = self.mcmini(
            *kept, "--threads=kernel", f"--debug-session={session}", f"--output-dir={self.folder}", "replay", path
        )
        if not os.path.exists(session):
            raise gdb.GdbError((done.stderr + done.stdout).strip())
        gdb.write(done.stderr)
        self.trace, self.number = Trace(path, label), number
        self.set_wrapper(session)
        if self.is_instrumented():
            self.set_stops()
        trace = self.trace
        say(f"{label}: {plural(len(trace.steps), 'transition')}; {trace.message or trace.kind}")
        self.restart(0)
        frame = own_frame() if self.stop() == "begin" else None
        if frame and not frame.find_sal().symtab:
            say("The program has no debug information: compile it with -g to see lines and variables.")

    def search(self, number):
        program = os.path.basename(gdb.current_progspace().filename)
        path = os.path.join(self.folder, f"{program}.trace-{number:04d}.trace")
        if not os.path.exists(path):
            done = self.mcmini(f"--save-trace={number}", f"--output-dir={self.folder}", *self.options)
            if not os.path.exists(path):
                self.refuse_trace(number, done)
        self.open(path, f"trace {number}", number)

    def refuse_trace(self, number, done):
        ended = re.search("the search ended with trace (\\d+)", done.stderr)
        if not ended:
            raise gdb.GdbError((done.stderr or done.stdout).strip())
        text = f"there is no trace {number}: the search ended with trace {ended[1]}"
        verdict = re.search("^mcmini: (.*)", done.stdout)
        text += f" ({verdict[1]})" if verdict else ""
        if done.returncode == 1 and not {"-k", "--keep-going"} & set(self.options):
            text += "; mcmini-gdb --keep-going goes on after a finding"
        raise gdb.GdbError(text)

    def set_wrapper(self, session):
        """The program's start; GDB's own LINES and COLUMNS would be new to it."""
        words = ["env", "-u", "LINES", "-u", "COLUMNS", f"MCMINI_SESSION={session}"]
        given = [word.split("=", 1)[1] for word in self.options if word.startswith("--primitives=")]
        preloaded = [os.path.abspath(path) for path in given]
        if not self.is_instrumented():
            preloaded.insert(0, os.path.join(os.path.dirname(self.command), "../lib/libmcmini-preload.so"))
        elif address_of("mc_gdb_stop_step") is None:
            raise gdb.GdbError("the program has no symbols: link it without -s, and do not strip it")
        if preloaded:
            words.append("LD_PRELOAD=" + ":".join(filter(None, [*preloaded, os.environ.get("LD_PRELOAD")])))
        gdb.execute("set exec-wrapper " + " ".join(shlex.quote(word) for word in words) + " </dev/null")

    @staticmethod
    def is_instrumented():
        return address_of("__mcmini_runtime") is not None

    def loaded(self, event):
        """The runtime of a program that is not instrumented is loaded when it starts."""
        if self.trace and last_part(event.new_objfile.filename or "").startswith("libmcmini-preload"):
            self.set_stops()

    def set_stops(self):
        for stop in STOPS if not self.stops else ():
            self.stops[stop] = gdb.Breakpoint(f"mc_gdb_stop_{stop}", internal=True)
            self.stops[stop].silent = True
        self.stops["arrival"].enabled = False

    # -- Where it stands

    def is_alive(self):
        return gdb.selected_inferior().pid != 0

    def stop(self):
        """The name of our stop at which the selected thread stands, or None."""
        if not self.is_alive():
            return None
        name = gdb.newest_frame().name() or ""
        return name[len("mc_gdb_stop_") :] if name.startswith("mc_gdb_stop_") else None

    def need_trace(self):
        if not self.trace:
            raise gdb.GdbError("no trace is chosen yet: mcmini gotoTrace N")

    def state(self):
        self.need_trace()
        if not self.is_alive() or not address_of("mc_gdb_text") or not read_integer("mc_gdb_text", 8):
            raise gdb.GdbError("the program does not run: mcmini back, or mcmini gotoTrace N")
        state = State()
        self.position = state.position
        return state

    def thread_of(self, state):
        """The index of the selected thread."""
        handle = int(gdb.parse_and_eval("$fs_base"))
        return next((i for i, t in enumerate(state.threads) if int(t[1], 16) == handle), None)

    def name_threads(self, state):
        selected = gdb.selected_thread()
        for thread in gdb.selected_inferior().threads():
            thread.switch()
            index = self.thread_of(state)
            if index is not None:
                thread.name = self.title(state, index)
        selected.switch()

    @staticmethod
    def title(state, index):
        name, _, function = state.threads[index][:3]
        symbol = gdb.execute(f"info symbol 0x{function}", to_string=True) if int(function, 16) else ""
        return f"{name} ({symbol.split(' ')[0]})" if " in section" in symbol else name

    # -- Motion

    def resume(self, command):
        """Runs a command of GDB's that lets the program go on; what it prints, if that matters."""
        self.driving = True
        try:
            return gdb.execute(command, to_string=True)
        finally:
            self.driving = False

    def restart(self, target):
        """Runs the trace from its start to `target`; the user's break points are for later."""
        users = [b for b in gdb.breakpoints() if b.enabled and b.number > 0]
        for b in users:
            b.enabled = False
        try:
            self.begin()
            if self.stop() == "begin" and target > 0:
                self.run_to(target)
            self.leave_runtime()
        finally:
            for b in users:
                if b.is_valid():
                    b.enabled = True
        self.report()

    def begin(self):
        try:
            self.resume("run")
        except gdb.error as error:
            raise gdb.GdbError(f"GDB cannot start the program (is ptrace forbidden here?): {error}")

    def run_to(self, target):
        gdb.selected_inferior().write_memory(
            address_of("mc_gdb_target"), target.to_bytes(4, "little")
        )
        return self.resume("continue")

    def leave_runtime(self):
        """From a transition that has run to the program's own code behind it, if there is any before
        the thread's next transition."""
        if self.stop() != "step":
            return
        frame = own_frame()
        if frame:
            self.run_until(f"*{frame.pc():#x}")
            return
        state = State()
        index = self.thread_of(state)
        start = int(state.threads[index][2], 16) if index else 0
        module = gdb.current_progspace().solib_name(start) or ""
        if state.position and self.trace.steps[state.position - 1].text.startswith("start") and start:
            if not last_part(module).startswith("libstdc++"):
                self.run_until(self.behind_prologue(start))

    @staticmethod
    def behind_prologue(start):
        block = gdb.block_for_pc(start)
        symbol = block.function if block else None
        return f"{symbol.symtab.filename}:{symbol.name}" if symbol else f"*{start:#x}"

    def run_until(self, place):
        point = gdb.Breakpoint(place, internal=True, temporary=True)
        point.thread = gdb.selected_thread().num
        point.silent = True
        self.stops["arrival"].enabled = True
        try:
            self.resume("continue")
        finally:
            self.stops["arrival"].enabled = False
            if point.is_valid():
                point.delete()

    def stopped(self, event):
        """The program has stopped: at the end of a trace also by GDB's own commands."""
        if self.driving or not self.trace or self.stop() not in ("begin", "end"):
            return
        self.report()

    # -- Reports

    def headline(self, state):
        index = self.thread_of(state)
        name = "none of the trace's" if index is None else self.title(state, index)
        number = gdb.selected_thread().num
        place = f"{state.position} of {len(self.trace.steps)}"
        return f"*** {self.trace.label}; transition: {place}; thread: {name} (thread {number} of GDB)"

    def report(self):
        if not self.is_alive():
            say("*** the program has ended; mcmini back and mcmini gotoTrace start it again")
            return
        state = self.state()
        self.name_threads(state)
        at_end = self.stop() == "end"
        say(self.headline(state) + ("; the end of the trace" if at_end else ""))
        if at_end:
            self.report_end(state)
        elif 0 < state.position <= len(self.trace.steps):
            say("    " + self.step_text(state.position))
        frame = own_frame()
        if not frame:
            return
        frame.select()
        gdb.execute("frame")

    def report_end(self, state):
        if state.divergence:
            step, thread, recorded, met = state.divergence
            say(
                f"*** not the recorded trace: transition {step} of thread {thread} was {recorded}; "
                f"now it is {met or 'nothing'}"
            )
            return
        for headline, message, thread, *race in state.findings:
            say(f"*** {headline}: {state.expand(message)}" + (f" (thread {thread})" if thread else ""))
            for number in (int(step) + 1 for step in race):
                if 0 < number <= len(self.trace.steps):
                    say("    " + self.step_text(number))
        if not state.findings:
            say("*** the trace is complete; nothing was found in it")
        waiting = [line for line, status in self.pending(state) if status in ("blocked", "waiting")]
        for line in waiting:
            say("    " + line)

    def step_text(self, number):
        step = self.trace.steps[number - 1]
        return f"{number}: thread {step.thread}: {step.text}" + (f" at {step.place}" if step.place else "")

    def place_text(self, code, file, line, expression):
        if int(line):
            return f"{last_part(file)}:{line}"
        if not int(code, 16):
            return ""
        sal = gdb.find_pc_line(int(code, 16) - 1)
        return f"{last_part(sal.symtab.filename)}:{sal.line}" if sal.symtab else ""

    def pending(self, state):
        for index, thread in enumerate(state.threads):
            status, title = thread[3], self.title(state, index)
            if len(thread) == 4:
                yield f"thread {title}: {status}", status
                continue
            operation, primitive, subject = thread[4:7]
            place = self.place_text(*thread[7:11])
            if thread[14]:  # the primitive's own words
                waits = thread[14]
                for which, index in enumerate((subject, thread[15]), 1):
                    waits = waits.replace(f"%{which}", state.object_name(int(index)))
                yield f"thread {title} {waits}" + (f" ({place})" if place else ""), status
                continue
            name = state.object_name(int(subject))
            own = primitive == "thread" and name == f"thread {thread[0]}"
            text = f"thread {title} {'waits to ' if status == 'blocked' else ''}{operation}"
            text += f" {name}" if name and not own else ""
            text += "" if status == "blocked" else f" ({status})"
            text += f" at {place}" if place else ""
            if status == "blocked" and thread[11]:
                text += f": {state.expand(thread[11])}"
                text += f" since transition {int(thread[13]) + 1}" if thread[12] and int(thread[13]) >= 0 else ""
            yield text, status
