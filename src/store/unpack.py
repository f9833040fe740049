# Unpacks some files of one folder of a wheel: WHEEL FOLDER OUT PATTERN...
# Only the last part of a member's name is used, so that nothing lands outside OUT.
import fnmatch
import os
import shutil
import sys
import zipfile

wheel, folder, out = sys.argv[1:4]
patterns = sys.argv[4:]
with zipfile.ZipFile(wheel) as archive:
    for member in archive.infolist():
        parent, _, name = member.filename.rpartition("/")
        if parent == folder and any(fnmatch.fnmatchcase(name, p) for p in patterns):
            with archive.open(member) as source, open(os.path.join(out, name), "xb") as target:
                shutil.copyfileobj(source, target)
