"""commands.py ROOT BUILD SHARD - types the commands of the pages of one shard, page after page, each in a folder of its own.

A command is a line of a block of shell commands: fenced as "sh"; fenced without a language, a line behind "$ "; or
indented, where the block's first word is a command of ours or of WORDS. A block of code with a name ("```c pool.c")
is first written to that file. Before the commands of a page, Inputs/before.sh makes the files that the page takes for
granted. What stands in Inputs/untyped.txt is not typed. The shard "inline" is the commands within text, as
Inputs/inline.txt has them.

What stands behind a "$ " command is its output: the whole, with "..." for lines that are left out; numbers as 0x1234
may differ. Lines "(gdb) COMMAND" are typed into GDB. A command of mcmini may end with a finding (1) or an incomplete
result (3) unless the page shows another verdict; any other command must succeed.
"""
import os
import re
import shlex
import subprocess
import sys

root, build, shard = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
WORDS = re.compile(r"(\./dev|(build/bin/)?mcmini(-cc|-c\+\+|-gdb)?|clang-\d+|export|generate|man|\.|sh|cmake) \S")
OURS = re.compile(r"(\./dev|(build/bin/)?mcmini(-cc|-c\+\+|-gdb)?) [^\s=]")
SECONDS = 60


def pages():
    found = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "examples/README.md"]
    for at, _, names in os.walk(f"{root}/docs"):
        found += [os.path.relpath(f"{at}/{name}", root) for name in names if name.endswith(".md")]
    return sorted(found)


def blocks(text):
    """(language, name, first line's number, lines) of each block; the language of indented ones is None."""
    lines, at = text.split("\n"), 0
    while at < len(lines):
        fence = re.match(r"```(\w*) ?(\S*)", lines[at])
        if fence:
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            yield fence[1], fence[2], at + 2, lines[at + 1 : end]
            at = end
        elif lines[at].startswith("    ") and (at == 0 or not lines[at - 1].strip()):
            end = next((i for i in range(at, len(lines)) if not lines[i].startswith("    ")), len(lines))
            yield None, "", at + 1, [line[4:] for line in lines[at:end]]
            at = end
        at += 1


def text_of(page):
    with open(f"{root}/{page}") as file:
        return file.read()


class Command:
    def __init__(self, number, text):
        self.number, self.text, self.said, self.typed = number, text, [], []

    def is_ours(self):
        return OURS.match(self.text.split(" | ")[-1]) is not None

    def with_gdb(self):
        """What is typed into GDB stands on its command line, and comes back without an echo."""
        if not re.match(r"(build/bin/)?mcmini-gdb ", self.text):
            return self.text
        options = " ".join("-ex " + shlex.quote(line) for line in self.typed)
        return self.text.replace("mcmini-gdb", f"mcmini-gdb -nx -batch {options}", 1)


def commands_of(language, number, lines):
    is_shell = language == "sh" or (language is None and WORDS.match(lines[0]))
    is_console = language == "" and any(line.startswith("$ ") for line in lines)
    command = None
    for at, line in enumerate(lines, number):
        if is_shell and command and command.text.endswith("\\"):
            command.text = command.text[:-1] + line.strip()
        elif is_shell or (is_console and line.startswith("$ ")):
            if command:
                yield command
            command = Command(at, line[2:] if is_console else line)
        elif is_console and line.startswith("(gdb) "):
            command.typed.append(line[6:])
        elif is_console:
            command.said.append(line)
        elif OURS.match(line):
            sys.exit(f"line {at}: a command in a block that is none of shell commands: {line}")
    if command:
        yield command


def plain(line):
    return re.sub(r"0x[0-9a-f]+", "0x", line.rstrip())


def is_as_said(output, said):
    """Parts between "..." come in their order; the first and the last at their end, where no "..." stands there."""
    pattern, gap = "", False
    for line in said:
        if line in ("...", " ..."):
            pattern += "(.*\n)*?"
        else:
            pattern += re.escape(plain(line)) + "\n"
    text = "".join(plain(line) + "\n" for line in output.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, text) is not None


def statuses(command):
    if not command.is_ours():
        return {0}
    first = next((line for line in command.said if line.startswith("mcmini: ") and "warning" not in line), "")
    if re.match(r"mcmini: ok", first):
        return {0}
    if re.match(r"mcmini: (incomplete|nondeterministic)", first):
        return {0, 3}
    if first:
        return {1}
    if re.search(r"mcmini(-cc|-c\+\+|-gdb) |mcmini (explain|report)", command.text):
        return {0}
    return {0, 1, 3}


def type_all(page, commands):
    """In one shell, so that what a command exports is there for the next."""
    folder = os.path.abspath("pages/" + page.replace("/", "-"))
    os.makedirs(f"{folder}/build")
    for name in ("bin", "lib", "include", "share"):
        os.symlink(f"{build}/{name}", f"{folder}/build/{name}")
    os.symlink(f"{root}/examples", f"{folder}/examples")
    with open(f"{root}/dev") as file, open(f"{folder}/dev", "w") as copy:
        copy.write(file.read().replace('  build default || fail "the build failed"\n', ""))  # it is there
    os.chmod(f"{folder}/dev", 0o755)
    if page != "inline":
        for language, name, _, lines in blocks(text_of(page)):
            if name:
                with open(f"{folder}/{name}", "w") as source:
                    source.write("\n".join(lines) + "\n")
    environment = dict(os.environ, PATH=f"{folder}:{build}/bin:{os.environ['PATH']}", HOME=folder, PAGE=page, ROOT=root)
    if page.startswith("docs/findings/"):  # of programs whose schedules take long to make simpler
        environment["MCMINI_OPTIONS"] = "--minimise=off"
    subprocess.run(["sh", "-e", f"{here}/before.sh"], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    script = ""
    for i, command in enumerate(commands):
        text = command.with_gdb().replace("DIR/", "build/")
        script += f"{{ {text}\n}} >{folder}/{i}.said 2>&1 </dev/null; echo $? >{folder}/{i}.status\n"
    subprocess.run(["bash", "-c", script], cwd=folder, env=environment, timeout=SECONDS * len(commands))
    for i, command in enumerate(commands):
        with open(f"{folder}/{i}.said") as file, open(f"{folder}/{i}.status") as status:
            yield command, file.read(), int(status.read())


def untyped():
    with open(f"{here}/untyped.txt") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return {tuple(line.split(" ## ")[0].split(": ", 1)) for line in lines}


def inline():
    """What is typed for the commands within text, each once."""
    with open(f"{here}/inline.txt") as file:
        listed = dict(line.strip().split(" => ", 1) for line in file if not line.startswith("#"))
    found = set()
    for page in pages():
        found |= {" ".join(code.split()) for code in re.findall(r"`([^`]*)`", text_of(page)) if OURS.match(code)}
    wrong = [f"inline.txt: '{code}' stands in no page" for code in set(listed) - found]
    wrong += [f"inline.txt: '{code}' is missing" for code in found - set(listed)]
    return list(dict.fromkeys(typed for typed in listed.values() if not typed.startswith("## "))), wrong


def plan_pages():
    skipped, seen, plan = untyped(), set(), {}
    for page in pages():
        commands = [c for language, _, at, lines in blocks(text_of(page)) for c in commands_of(language, at, lines)]
        for command in commands:
            key = (page, command.text)
            if key in skipped:
                seen.add(key)
            else:
                plan.setdefault(page, []).append(command)
    return plan, [f"untyped.txt: {key[0]} has no command '{key[1]}'" for key in skipped - seen]


def main():
    typed = 0
    if shard == "inline":
        texts, wrong = inline()
        plan = {"inline": [Command(number, text) for number, text in enumerate(texts, 1)]}
    else:
        number, of = map(int, shard.split("/"))
        plan, wrong = plan_pages()
        plan = {page: plan[page] for page in sorted(plan)[number - 1 :: of]}
    for page in plan:
        for command, output, status in type_all(page, plan[page]):
            typed += 1
            where = f"{page}:{command.number}: {command.text}"
            if status not in statuses(command):
                wrong.append(f"{where}\n  exits with {status}:\n{output}")
            elif command.said and not is_as_said(output, command.said):
                wrong.append(f"{where}\n  says otherwise than the page:\n{output}")
            else:
                print(f"{where}: {status}")
    print(f"{typed} commands typed, {len(wrong)} wrong")
    sys.exit("\n".join(wrong) or None)


main()
