"""copies.py OUTPUT NATIVE N: OUTPUT, what mcmini --output=all printed, starts with exactly N copies
of the bytes in NATIVE; then comes mcmini's own result. Prints that result's text."""
import sys

output, native = (open(name, "rb").read() for name in sys.argv[1:3])
copies = 0
while native and output.startswith(native, copies * len(native)):
    copies += 1
rest = output[copies * len(native) :]
if copies != int(sys.argv[3]) or not rest.startswith(b"mcmini: "):
    sys.exit(f"{copies} copies of {len(native)} bytes, then {rest[:80]!r}")
print(f"{copies} right outputs")
sys.stdout.write(rest.decode())
