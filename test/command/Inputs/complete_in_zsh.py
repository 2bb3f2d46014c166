"""complete_in_zsh.py FOLDER TEXT EXPECTED: in an interactive zsh with FOLDER among its functions TEXT and a tab are
typed; prints what the line has become, or why there is none like EXPECTED."""
import os
import pty
import select
import sys
import time

folder, text, expected = sys.argv[1:]


def reads_until(terminal, wanted):
    """Up to a minute: a machine may be busy."""
    seen, end = b"", time.monotonic() + 60
    while wanted not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 4096)
            except OSError:
                break
    return seen


process, terminal = pty.fork()
if process == 0:
    os.environ.update(TERM="dumb", HOME=os.getcwd(), ZDOTDIR=os.getcwd(), PS1="")
    os.execvp("zsh", ["zsh", "-f", "-i", "+o", "prompt_sp"])
os.write(terminal, f"fpath=('{folder}' $fpath); autoload -Uz compinit; compinit -u -D; echo rea''dy\n".encode())
reads_until(terminal, b"ready")
os.write(terminal, text.encode() + b"\t")
seen = reads_until(terminal, expected.encode())
print(expected if expected.encode() in seen else f"not completed: {seen!r}")
os.close(terminal)
os.kill(process, 9)
os.waitpid(process, 0)
