# page.py PAGE FOLDER: each block of the page that has a file's name has the text of that file, somewhere below FOLDER.
import pathlib
import re
import sys

page, folder = sys.argv[1:]
blocks = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", open(page).read(), re.M | re.S)
different = [name for name, text in blocks if text not in [f.read_text() for f in pathlib.Path(folder).glob(f"*/{name}")]]
for name in different:
    print(f"{name} is another one")
print(f"{len(blocks)} files, {len(different)} differ")
