"""extract.py PAGE - writes each fenced block of the page that has a file name to that file, and those
of shell commands, in order, to commands1.sh, commands2.sh, ...."""
import re
import sys

commands = []
for language, name, text in re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", open(sys.argv[1]).read(),
                                       re.S | re.M):
    if name:
        open(name, "w").write(text)
    elif language == "sh":
        commands.append(text)
for number, text in enumerate(commands, 1):
    open(f"commands{number}.sh", "w").write("set -e\n" + text)
