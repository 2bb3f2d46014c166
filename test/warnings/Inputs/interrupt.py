# interrupt.py COMMAND... - runs the command, an mcmini with --output=all, and interrupts it once the program has
# written "begins": then the search has begun, however slow the machine is. Prints the report.
import signal
import subprocess
import sys

# What runs in the background begins with the signal ignored.
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True,
                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
run.stdout.readline()
run.send_signal(signal.SIGINT)
print(run.stdout.read().replace("begins\n", ""), end="")
sys.exit(run.wait())
