# How a test runs. A test is a program or script that states its claim in its first line, then RUN
# and CHECK lines. Run by `./dev test`.
#
#   %mcmini %mcmini-cc %mcmini-c++   the command and its wrappers
#   %mcmini-gdb                      the same in GDB, which takes its commands from the command line
#   %clang-search                   %clang, with the search and the abstract programs of test/dpor
#   %clang %clangxx                  the compiler that belongs to the plugin
#   %gcc %gxx                        a compiler that knows nothing of us, for preloading
#   %rustc                           the same for Rust
#   %plugin %lib %preload            mcmini.so, libmcmini.a, libmcmini-preload.so
#   %parts %primitives               what libmcmini.a is made of, an object for each source; those of primitives/
#   %root %build                     the source tree and the build tree
#   %s %S %t %t.dir                  the test, its folder, a name for outputs, the current directory
#   %name                            the last part of %t: what the trace files of a program %t begin with
#
# Parameters: build=DIR (default build/), llvm=19|14, deep=0|1, real=0|1, page=0|1 (the feature "browser"), browser=0|1
# (the feature "validator"), sanitize=0|1: %clang compiles with
# AddressSanitizer and UndefinedBehaviorSanitizer, and tests may do less (the feature "sanitize").
# executor=THREADS,ISOLATION: %mcmini has --threads and --isolation. exec=NAME: outputs are below
# NAME of the build tree. The feature "snapshots": memory is put back between the traces of programs
# that allow it; "userfaultfd": where that pays, with userfaultfd's write protection. Features of the surrounding: "fixed-addresses", "ptrace", "mounts", "own-build"
# (the build tree is ours), "root" (we are, and other users can reach the build tree), "node" (it is there),
# "googletest", "cmocka", "catch2", "postgresql" (a server can be started).
# cluster=1: ./dev has installed Slurm (the feature "cluster"). "yaml": Python can read it.
# mutants=1: the build has the faults of dpor/mutant.h (the feature "mutants").
# Every test starts in an empty directory of its own, %t.dir, so that trace files lie there.
import ctypes
import glob
import os
import shutil
import subprocess
import sys
import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(lit_config.params.get("build", root + "/build"))
llvm = int(lit_config.params.get("llvm", "19"))
objects = f"{build}/CMakeFiles/mcmini-objects.dir"
llvm_bin = f"/usr/lib/llvm-{llvm}/bin"
sanitize = lit_config.params.get("sanitize") == "1"
executor = lit_config.params.get("executor", "")
clang = f"{llvm_bin}/clang"
if sanitize:
    clang += " -g -fsanitize=address,undefined -fno-sanitize-recover=all"


def has_write_protection():
    """Write protection by userfaultfd, also of pages that nobody has touched: Linux 6.4."""
    SYSTEM_CALL, USER_MODE_ONLY = 323, 1
    release = tuple(int(part) for part in os.uname().release.split(".")[:2])
    descriptor = ctypes.CDLL(None).syscall(SYSTEM_CALL, USER_MODE_ONLY)
    if descriptor >= 0:
        os.close(descriptor)
    return descriptor >= 0 and release >= (6, 4)


config.name = "McMini" if llvm == 19 else f"McMini, LLVM {llvm}"
config.name += ", sanitized" if sanitize else ""
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = root + "/test"
config.name += f", {executor}" if executor else ""
config.test_exec_root = f"{build}/" + lit_config.params.get("exec", "test-sanitize" if sanitize else "test")
config.test_format = lit.formats.ShTest(
    execute_external=False,
    preamble_commands=["rm -rf %t.dir", "mkdir -p %t.dir", "cd %t.dir"],
)

config.available_features.add(f"llvm{llvm}")
if glob.glob(f"/usr/lib/llvm-{llvm}/lib/clang/*/lib/linux/libclang_rt.asan-x86_64.a"):
    config.available_features.add("asan")
if sanitize:
    config.available_features.add("sanitize")
deep = lit_config.params.get("deep") == "1"
if deep:
    config.available_features.add("deep")
if lit_config.params.get("real") == "1":
    config.available_features.add("real")
# ./dev has installed Chromium, and fetched the validator of SARIF, which is not Debian's.
if lit_config.params.get("page") == "1":
    config.available_features.add("browser")
if lit_config.params.get("browser") == "1":
    config.available_features.add("validator")
for feature, header in (
    ("googletest", "gtest/gtest.h"),
    ("cmocka", "cmocka.h"),
    ("catch2", "catch2/catch.hpp"),
    ("microhttpd", "microhttpd.h"),
    ("httplib", "httplib.h"),
):
    if os.path.exists(f"/usr/include/{header}"):
        config.available_features.add(feature)
if glob.glob("/usr/lib/postgresql/*/bin/initdb"):
    config.available_features.add("postgresql")
if os.path.isdir("/usr/lib/python3/dist-packages/yaml"):
    config.available_features.add("yaml")
if lit_config.params.get("cluster") == "1":
    config.available_features.add("cluster")
if shutil.which("node"):
    config.available_features.add("node")
if os.path.exists("/usr/bin/rustc"):
    config.available_features.add("rustc")  # Debian's, whatever else the user has
if shutil.which("meson"):
    config.available_features.add("meson")
if shutil.which("automake") and shutil.which("autoconf"):
    config.available_features.add("autotools")
if lit_config.params.get("mutants") == "1":
    config.available_features.add("mutants")  # the build has dpor/mutant.h's faults
# Seconds; then the test has failed.
lit_config.maxIndividualTestTime = 3600 if deep else 900 if sanitize else 400


def has_dispatch():
    """Whether the kernel shows system calls: prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF)."""
    return ctypes.CDLL(None).prctl(59, 0, 0, 0, 0) == 0


def has_fixed_addresses():
    """Whether address randomisation can be switched off: personality(ADDR_NO_RANDOMIZE)."""
    personality = ctypes.CDLL(None).personality
    before = personality(0xFFFFFFFF)
    if personality(before | 0x40000) == -1:
        return False
    personality(before)
    return True


def has_ptrace():
    """Whether a process may be traced, as a debugger does: ptrace(PTRACE_TRACEME)."""
    child = os.fork()
    if child == 0:
        os._exit(ctypes.CDLL(None).ptrace(0, 0, 0, 0) != 0)
    return os.waitpid(child, 0)[1] == 0


def has_mounts():
    """Whether a folder can be a small disk of its own, in a namespace."""
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def make_mcmini():
    """The command, or a script in its place that gives it the options of `executor`."""
    if not executor:
        return f"{build}/bin/mcmini"
    threads, isolation = executor.split(",")
    os.makedirs(config.test_exec_root, exist_ok=True)
    script = f"{config.test_exec_root}/mcmini"
    with open(script, "w") as file:
        file.write(f'#!/bin/sh\nexec {build}/bin/mcmini --threads={threads} --isolation={isolation} "$@"\n')
    os.chmod(script, 0o755)
    return script


if has_dispatch():
    config.available_features.add("dispatch")
if has_dispatch() and executor in ("", "user,snapshot"):
    config.available_features.add("snapshots")
    if has_write_protection():
        config.available_features.add("userfaultfd")
if has_fixed_addresses():
    config.available_features.add("fixed-addresses")
if has_ptrace():
    config.available_features.add("ptrace")
if has_mounts():
    config.available_features.add("mounts")
if os.access(build, os.W_OK):
    config.available_features.add("own-build")
folders = [build[:at] or "/" for at, letter in enumerate(build + "/") if letter == "/"]
if os.geteuid() == 0 and all(os.stat(folder).st_mode & 1 for folder in folders if os.path.isdir(folder)):
    config.available_features.add("root")

# Longest names first: a substitution replaces every occurrence of its text.
config.substitutions += [
    (r"%mcmini-c\+\+", f"{build}/bin/mcmini-c++"),
    ("%mcmini-cc", f"{build}/bin/mcmini-cc"),
    ("%mcmini-gdb", f"{build}/bin/mcmini-gdb -nx -batch"),
    ("%mcmini", make_mcmini()),
    ("%clangxx", f"{llvm_bin}/clang++"),
    ("%clang-search", f"{sys.executable} {root}/test/dpor/Inputs/with_search.py {root} {config.test_exec_root} {clang} --"),
    ("%clang", clang),
    ("%gcc", "gcc"),
    ("%rustc", "/usr/bin/rustc"),
    ("%gxx", "g++"),
    ("%plugin", f"{build}/lib/mcmini.so"),
    ("%preload", f"{build}/lib/libmcmini-preload.so"),
    ("%lib", f"{build}/lib/libmcmini.a"),
    ("%parts", f"{build}/generated/libmcmini-parts.a"),
    ("%primitives", f"{objects}/primitives/*.o {objects}/primitives/descriptors/*.o"),
    ("%root", root),
    ("%build", build),
    ("%sarif-multitool", f"{build}/npm/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"),
    ("%name", "%basename_t.tmp"),
]

config.environment["PATH"] = os.pathsep.join([llvm_bin, os.environ["PATH"]])
config.environment["LC_ALL"] = "C.UTF-8"
# The library allocates nothing; a test may leave its memory to the end of the process.
config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
for name in list(config.environment):
    if name.startswith("MCMINI_") or name in ("NO_COLOR", "LD_PRELOAD"):
        del config.environment[name]
# Findings are shown as they are found: tests know that schedule, and need no second run of the program. The
# folders whose lit.local.cfg takes this back are about what people see. How long a search lasts, and so whether it is
# divided, depends on the machine.
config.environment["MCMINI_OPTIONS"] = "--minimise=off --trials=off -j 1"
# Primitives are checked at some states of every search; what they declare wrongly is a finding.
config.environment["MCMINI_LINT"] = "sampled"
