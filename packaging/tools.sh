#!/usr/bin/env bash
# Installs compilers, wine and qemu for the other scripts here, on Debian as root: packaging/tools.sh;
# for `make web` only the compiler: packaging/tools.sh web
set -euo pipefail
cd "$(dirname "$0")/.."
zig=0.17.1
rust=1.96

packages=(rustc-web cargo-web rust-web-src chromium)
if [ "${1:-}" != web ]; then
    packages+=(gcc-mingw-w64-x86-64 python3-venv wine64 qemu-user-static zip)
fi
if ! dpkg --status "${packages[@]}" >/dev/null 2>&1; then
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
if ! target/zig/bin/pip show ziglang 2>/dev/null | grep -q "^Version: $zig$"; then
    python3 -m venv target/zig
    target/zig/bin/pip install --quiet "ziglang==$zig"
fi
