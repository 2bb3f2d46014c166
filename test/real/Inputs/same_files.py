"""same_files.py MCMINI FOLDER: xz, with two threads, makes of each good and each bad file of xz's own tests in
FOLDER the same output and the same exit status under one schedule of McMini's as natively. Prints how many."""
import glob
import subprocess
import sys

mcmini, folder = sys.argv[1:]


def run(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout, done.returncode


# More than --output=all keeps comes of the one of the picture.
files = sorted(set(glob.glob(folder + "/good-*.xz") + glob.glob(folder + "/bad-*.xz")) - set(glob.glob(folder + "/*.tiff.xz")))
same = 0
for file in files:
    command = ["xz", "-T2", "-dc", file]
    output, status = run(command)
    here, _ = run([*mcmini.split(), "--max-traces=1", "--output=all", *command])
    failed = b"the program exits with status %d\n" % status in here
    if here.startswith(output + b"mcmini: ") and (failed if status else b"exits with status" not in here):
        same += 1
    else:
        print(f"{file}: natively {status}, here {here[:200]!r}")
print(f"{same} of {len(files)} are the same")
