# Unpacks files of one folder of a wheel, and a program from any folder: WHEEL FOLDER OUT PROGRAM PATTERN...
# Only the file name of a member is used, so that no file is written outside of OUT.
import fnmatch
import os
import shutil
import sys
import zipfile

wheel, folder, out, program = sys.argv[1:5]
patterns = sys.argv[5:]
with zipfile.ZipFile(wheel) as archive:
    for member in archive.infolist():
        parent, _, name = member.filename.rpartition("/")
        is_program = name and fnmatch.fnmatchcase(member.filename, program)
        if is_program or parent == folder and any(fnmatch.fnmatchcase(name, p) for p in patterns):
            path = os.path.join(out, name)
            with archive.open(member) as source, open(path, "xb") as target:
                shutil.copyfileobj(source, target)
            if is_program:
                os.chmod(path, 0o755)
