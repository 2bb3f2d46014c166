# beside_files.py MCMINI PROGRAM SEED RUNS - checks the program beside a process that makes and removes files.
import os
import subprocess
import sys
import tempfile

MAKES = """
import os
while True:
    for i in range(50): open(str(i), "w").close()
    for i in range(50): os.unlink(str(i))
"""
mcmini, program, seed, runs = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3], int(sys.argv[4])
with tempfile.TemporaryDirectory() as files, tempfile.TemporaryDirectory() as folder:
    makes = subprocess.Popen([sys.executable, "-c", MAKES], cwd=files)
    try:
        ends = [
            subprocess.run([mcmini, "-q", program, seed], cwd=folder, capture_output=True, text=True).returncode
            for _ in range(runs)
        ]
    finally:
        makes.kill()
        makes.wait()
print(f"{len(ends)} runs, {sum(end != 0 for end in ends)} differ")
