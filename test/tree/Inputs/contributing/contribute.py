"""contribute.py ROOT TREE - adds to TREE, a copy of ROOT's sources, one of each thing that CONTRIBUTING.md tells how to
add, and touches no file that its paragraph there does not name. A folder that it names
stands for one .c file in it."""
import os
import re
import shutil
import sys

root, tree = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))


class Paragraph:
    """What one paragraph of CONTRIBUTING.md says, and what follows it."""

    def __init__(self, title):
        text = open(f"{root}/CONTRIBUTING.md").read()
        found = re.search(rf"^\*\*{title}[^*]*\*\*(.*?)\n\n", text, re.M | re.S)
        if not found:
            sys.exit(f"CONTRIBUTING.md: no paragraph: {title}")
        self.title, self.named = title, re.findall(r"`([^`]+)`", found[1])

    def open(self, name, mode="r"):
        is_file = any(name.startswith(n) for n in self.named if n.endswith("/"))
        if name not in self.named and not (is_file and name.endswith((".c", ".md"))):
            sys.exit(f"{self.title}: CONTRIBUTING.md does not name {name}")
        return open(f"{tree}/{name}", mode)

    def insert(self, name, before, text):
        with self.open(name) as file:
            old = file.read()
        if before not in old:
            sys.exit(f"{name}: no {before!r}")
        with self.open(name, "w") as file:
            file.write(old.replace(before, text + before, 1))

    def append(self, name, text):
        with self.open(name, "a") as file:
            file.write(text)

    def new(self, source, folder):
        with self.open(f"{folder}/{source}", "w") as file:
            file.write(open(f"{here}/{source}").read())


what = Paragraph("A primitive")
what.new("baton.c", "primitives")
what.append("primitives/primitives.def", "MC_PRIMITIVE(baton)\n")
what.append("include/mcmini/hooks.def", "MC_HOOK(baton_take)\nMC_HOOK(baton_give)\n")
what.append("driver/does.def", """
MC_DOES("baton", "take", "", "takes the baton", "")
MC_DOES("baton", "give", "", "gives the baton on", "")
""")

what = Paragraph("An interposed function")
what.append("primitives/spinlock.c", """
int pthread_spin_leave(pthread_spinlock_t *);
MC_INTERPOSE(int, pthread_spin_leave, (pthread_spinlock_t * lock), (lock)) {
  return transition(UNLOCK, lock, site);
}
""")
what.append("include/mcmini/hooks.def", "MC_HOOK(pthread_spin_leave)\n")
what.append("test/mutants/Inputs/functions.txt", "pthread_spin_leave = pthread_spin_unlock\n")

what = Paragraph("An option")
what.insert("driver/options.def", "MC_OPTION(COMMAND, RESULT, flag, quiet,",
            'MC_OPTION(SESSION, ANY, flag, tired, 0, "tired", NULL, "", "Threads grow tired of what is misused")\n')
what.insert("docs/options.md", "| `--lint`", "| `--tired` | threads grow tired |\n")

what = Paragraph("A finding")
what.append("runtime/findings.def", 'MC_FINDING(FATIGUE, "fatigue", "a thread is tired")\n')
what.insert("runtime/finding/misuse.c", "  const struct mc_finding_details misuse = misuse_at(what, site);\n  mc_end_with", """\
  if (mc_session->config.tired)
    mc_end_with(&(struct mc_finding_details){.kind = MC_FINDING_FATIGUE, .message = "it sleeps", .thread = mc_self_});
""")
with what.open("docs/explain/fatigue.md", "w") as page:
    page.write("# fatigue: a thread is tired\n")

what = Paragraph("A command")
what.append("driver/commands.def", 'MC_COMMAND(rest, "", NONE, NONE, "Do nothing")\n')
what.insert("driver/commands.h", "int command_explain", "int command_rest(const struct options *options);\n")
what.new("rest.c", "driver")
what.insert("driver/CMakeLists.txt", "  commands.c", "  rest.c")

what = Paragraph("A report format")
what.new("brief.c", "driver")
what.insert("driver/CMakeLists.txt", "  commands.c", "  brief.c")
what.insert("driver/options.def", "MC_OPTION(COMMAND, RESULT, text, json,",
            'MC_OPTION(COMMAND, RESULT, text, brief, 0, "brief", "FILE", "", "A line for each finding")\n')
what.insert("tools/check-layers", "json\\w*|junit", "brief|")
what.append("driver/formats.def", 'MC_FORMAT(brief, ".brief", "command: ")\n')

what = Paragraph("A benchmark")
what.new("relay.c", "benchmarks/families")
what.insert("benchmarks/executor", '    ("lastzero", "15"', '    ("relay", "3", 6, 1, 1),\n')
