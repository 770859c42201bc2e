#!/usr/bin/env bash
# Copies the documents for users, those that git knows, into a folder. Links to files that are not
# copied become plain text.
#     packaging/documents.sh FOLDER
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
git ls-files -z README.md protocol.md CHANGELOG.md SECURITY.md LICENSE-MIT LICENSE-APACHE docs \
    ':!docs/development.md' ':!docs/experiments.md' ':!docs/measurements.jsonl' |
    xargs -0 cp --parents -t "$folder"
cd "$folder"
for file in $(find . -name '*.md'); do
    for target in $(grep -oP '\]\(\K[^)#:\s]+(?=[)#])' "$file" | sort -u); do
        [ -e "$(dirname "$file")/$target" ] || sed -i -z "s|\[\([^]]*\)\]($target[^)]*)|\1|g" "$file"
    done
done
