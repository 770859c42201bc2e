#!/usr/bin/env bash
# Makes target/gomocup/dolmen.zip, as Gomocup takes it: one program for 64-bit Windows, named by the
# protocol's rule, at the root of the archive. On Debian, after packaging/tools.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/cargo.sh x86_64-pc-windows-gnu build --release -p dolmen --bins
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export TZ=UTC
rm -rf target/gomocup
mkdir -p target/gomocup
# Whatever the umask was: an archive keeps modes.
install -m 755 target/dist/x86_64-pc-windows-gnu/release/pbrain-dolmen.exe target/gomocup
cd target/gomocup
touch --date="@$SOURCE_DATE_EPOCH" pbrain-dolmen.exe
# The rules allow 8 MB.
find . -name '*.exe' -size +8000000c | { ! grep .; }
zip -X -9 --quiet dolmen.zip pbrain-dolmen.exe
# It may need only DLLs of Windows itself.
dlls=$(x86_64-w64-mingw32-objdump -p pbrain-dolmen.exe | sed -n 's/.*DLL Name: //p' | tr A-Z a-z | sort -u)
own='api-ms-win-.*|bcryptprimitives|kernel32|msvcrt|ntdll|ws2_32|userenv|advapi32'
if grep -vxE "($own)\.dll" <<<"$dlls"; then echo "a DLL that Windows does not bring"; exit 1; fi
ls -l dolmen.zip
