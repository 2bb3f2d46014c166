# four_ways.py BUILD ROOT TABLE [TRACES] - checks programs with user-level and kernel threads, with a
# snapshot and with a fork for each trace, and says whether all that is seen of them is the same:
# status, findings with their schedules and outputs, counts, and the order of all steps of all traces.
#
# TABLE has a line "WAYS: SOURCE ARGUMENTS... [-- OPTIONS...]" for each program; SOURCE is a file below
# ROOT or beside TABLE, or a program in the current directory, ./NAME. A search ends after TRACES traces, 200 unless given, where OPTIONS say nothing
# else. With --output=all each trace is a fork, so the program is also checked without it. For each line it prints "SOURCE ARGUMENTS OPTIONS: STATUS, N traces, F findings, the same".
import difflib
import functools
import json
import os
import re
import subprocess
import sys

WAYS = [
    ["--threads=kernel", "--isolation=fork"],  # the reference
    ["--threads=user", "--isolation=fork"],
    ["--threads=user", "--isolation=snapshot"],
    ["--threads=kernel", "--isolation=snapshot"],
]
# What glibc keeps for a thread and frees after its last key destructor, a user-level thread never frees.
NOT_COMPARED = ("seconds", "replayed", "leaked", "observed")  # the last is in the report, too


@functools.cache
def compile_program(build, source):
    if not source.endswith((".c", ".cpp")):
        return source
    program = "./" + re.sub(r"\W", "_", os.path.basename(source))
    compiler = "mcmini-c++ -std=c++20" if source.endswith(".cpp") else "mcmini-cc"
    command = f"{build}/bin/{compiler} -g -O1 -w -Wno-error".split() + [source, "-o", program, "-lm"]
    subprocess.run(command, check=True)
    return program


def findings_of(result):
    for finding in result["findings"]:
        with open(finding.pop("trace_file")) as file:
            finding["file"] = file.read()
    return result


# Where address randomisation cannot be switched off, which the command says, each run has other addresses.
def without_addresses(seen):
    if "address randomisation cannot be switched off" not in seen["errors"]:
        return seen
    return json.loads(re.sub(r"0x[0-9a-f]{6,}", "ADDRESS", json.dumps(seen)))


# At which instruction a stack is full depends on where it begins.
def without_places(report):
    return re.sub(r"^(  \S.*?) +\S+:\d+  .*$", r"\1", report, flags=re.MULTILINE)


def run(build, way, options, command):
    """What is seen of a search: status, result, report; trace files are read and removed."""
    folder = "trace-files"
    os.makedirs(folder, exist_ok=True)
    done = subprocess.run(
        [build + "/bin/mcmini", "--quiet", "--trace-timeout=20", "--keep-going", "--json=result.json", "--output-dir=" + folder,
         *way, *options, *command],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    # What makes a program run another way is in the report of that way alone.
    reason = re.search(r"^  executor +(.*)\n", done.stdout, re.MULTILINE)
    report = re.sub(r"^  executor .*\n", "", done.stdout, flags=re.MULTILINE)
    seen = {"status": done.returncode, "report": without_places(report), "errors": done.stderr}
    if os.path.exists("result.json"):
        with open("result.json") as file:
            seen.update(findings_of(json.load(file)))
        os.remove("result.json")
    for name in os.listdir(folder):
        os.remove(f"{folder}/{name}")
    for name in NOT_COMPARED:
        seen.pop(name, None)
    return without_addresses(seen), reason.group(1) if reason else ""


def differences(expected, got):
    for key in sorted({*expected, *got}):
        a, b = expected.get(key), got.get(key)
        if a == b:
            continue
        if key in ("report", "errors"):
            for line in list(difflib.unified_diff(a.splitlines(), b.splitlines(), n=1, lineterm=""))[:12]:
                yield f"{key}: {line}"
        else:
            yield f"{key}: {a} or {b}"


def compare(build, root, here, line, traces):
    words, options = (line.split("--", 1) + [""])[:2]
    source, *arguments = words.split()
    options = options.split()
    if not any(o.startswith(("--max-traces", "--timeout")) for o in options):
        options.append(f"--max-traces={traces}")
    folder = next(f for f in (here, root, ".") if os.path.exists(f"{f}/{source}"))
    path = f"{folder}/{source}" if folder != "." else source
    command = [compile_program(build, path), *arguments]
    same = True
    reasons = set()
    for shown in dict.fromkeys([tuple(options), tuple(o for o in options if o != "--output=all")]):
        expected, _ = run(build, WAYS[0], shown, command)
        for way in WAYS[1:]:
            got, reason = run(build, way, shown, command)
            if "--threads=user" in way and reason:
                reasons.add(reason)
            for text in differences(expected, got):
                same = False
                print(f"  {' '.join(way)}: {text}"[:600])
    traces = sum(expected.get("traces", {}).values())
    found = ", ".join(sorted(f["kind"] for f in expected.get("findings", []))) or "no finding"
    print(f"{line.strip()}: {expected['status']}, {traces} traces, {found}, "
          f"{'the same' if same else 'DIFFERENT'}", *(f"({r})" for r in sorted(reasons)), flush=True)
    return same


def main():
    build, root, table = sys.argv[1:4]
    traces = sys.argv[4] if len(sys.argv) > 4 else 200
    with open(table) as file:
        lines = re.findall(r"^WAYS: (\S.*)$", file.read(), re.MULTILINE)
    same = [compare(build, root, os.path.dirname(os.path.abspath(table)), line, traces) for line in lines]
    print(f"{sum(same)} of {len(same)} the same")
    sys.exit(not same or not all(same))


main()
