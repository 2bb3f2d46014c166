# gdb/commands.py - GDB's commands `mcmini ...`: a trace of McMini step by step, in both directions.
# They are those of McMini (Pirtle, Jovanovic, Cooperman, 2023, section 3.4).
import os
import sys

import gdb

sys.dont_write_bytecode = True  # an installation may be read by others
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mcmini_debugger import NEVER, Debugger, plural, say  # noqa: E402
from mcmini_state import OwnFrames, last_part, own_frame  # noqa: E402

debugger = Debugger()
OwnFrames()


def number_of(text, default, command):
    text = text.strip()
    if not text:
        return default
    if not text.isdecimal():
        raise gdb.GdbError(f"mcmini {command}: {text}: expected a number")
    return int(text)


def open_file(text):
    debugger.open(text, last_part(text))


def goto_trace(text):
    number = number_of(text, 0, "gotoTrace")
    if number == 0:
        raise gdb.GdbError("mcmini gotoTrace: expected the number of a trace, from 1")
    debugger.search(number)


def next_trace(_):
    if debugger.trace and not debugger.number:
        raise gdb.GdbError("mcmini nextTrace: this trace is from a file, and has no next one; mcmini gotoTrace N")
    debugger.search(debugger.number + 1)


def forward(text):
    state = debugger.state()
    if debugger.stop() == "end":
        raise gdb.GdbError("mcmini forward: this is the end of the trace; mcmini back goes back")
    count = NEVER if text.strip() == "end" else number_of(text, 1, "forward")
    said = debugger.run_to(min(NEVER, state.position + count)) if count else ""
    if not debugger.is_alive() or debugger.stop():
        debugger.leave_runtime()
        debugger.report()
    else:  # the user's own break point
        gdb.write(said)
        say(debugger.headline(debugger.state()))


def back(text):
    debugger.need_trace()
    if debugger.is_alive():
        debugger.state()
    count = number_of(text, 1, "back")
    if count > debugger.position:
        raise gdb.GdbError(f"mcmini back: only {plural(debugger.position, 'transition')} have run")
    debugger.restart(debugger.position - count)


def where(_):
    state = debugger.state()
    debugger.name_threads(state)
    say(debugger.headline(state))
    if 0 < state.position <= len(debugger.trace.steps):
        say("    " + debugger.step_text(state.position))


def print_transitions(_):
    debugger.need_trace()
    position = debugger.state().position if debugger.is_alive() else debugger.position
    for number, step in enumerate(debugger.trace.steps, 1):
        mark = "=>" if number == position else "  "
        say(f"{mark} {number:4}  {step.thread:8} {step.text:24} {step.place:20} {step.expression}".rstrip())
    say(f"{debugger.trace.kind}: {debugger.trace.message}")


def print_pending(_):
    for line, _ in debugger.pending(debugger.state()):
        say(line)


def objects(_):
    state = debugger.state()
    for index, (primitive, *_) in sorted(state.objects.items()):
        name = state.object_name(index)
        if primitive != "thread":
            say(f"{name if primitive == 'queue' else f'{primitive} {name}'}: {state.object_state(index)}")


def select_thread(text):
    state = debugger.state()
    wanted = text.strip()
    selected = gdb.selected_thread()
    for thread in gdb.selected_inferior().threads():
        thread.switch()
        index = debugger.thread_of(state)
        if index is not None and state.threads[index][0] == wanted:
            frame = own_frame()
            if frame:
                frame.select()
            say(debugger.headline(state))
            gdb.execute("frame")
            return
    selected.switch()
    names = ", ".join(thread[0] for thread in state.threads if thread[3] != "finished")
    raise gdb.GdbError(f"mcmini thread: {wanted or 'which'}? There are {names}")


class Command(gdb.Command):
    def __init__(self, name, function, documentation, complete=gdb.COMPLETE_NONE):
        self.__doc__ = documentation
        self.function = function
        super().__init__(f"mcmini {name}", gdb.COMMAND_RUNNING, complete)

    def invoke(self, argument, from_tty):
        self.dont_repeat()
        self.function(argument)


class Prefix(gdb.Command):
    """Go through a trace of McMini: help mcmini lists the commands."""

    def __init__(self):
        super().__init__("mcmini", gdb.COMMAND_RUNNING, prefix=True)


Prefix()
Command("open", open_file, "mcmini open FILE: begin the trace of a trace file.", gdb.COMPLETE_FILENAME)
Command("gotoTrace", goto_trace, "mcmini gotoTrace N: run the search to its N-th trace, and begin that one.")
Command("nextTrace", next_trace, "mcmini nextTrace: begin the trace after this one.")
Command("forward", forward, "mcmini forward [N|end]: run N more transitions (1), or to the end.")
Command("back", back, "mcmini back [N]: run the trace again, to N transitions (1) before this one.")
Command("where", where, "mcmini where: trace, transition and thread.")
Command("printTransitions", print_transitions, "mcmini printTransitions: those of the whole trace.")
Command("printPendingTransitions", print_pending, "mcmini printPendingTransitions: what each thread does next.")
Command("objects", objects, "mcmini objects: the state of each object.")
Command("thread", select_thread, "mcmini thread NAME: look at a thread, by its name in reports.")
