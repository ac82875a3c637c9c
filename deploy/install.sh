#!/bin/sh
# Makes the layout of the image: install.sh VERSION PREFIX DATA. The Dockerfile and tests/scripts/image.long.test.ts run it.
set -eu
version="$1"
prefix="$2"
data="$3"
if [ -z "$version" ]; then
  echo 'install.sh: the first word must be a version of Loadout, such as 0.1.0. For docker build: --build-arg VERSION=0.1.0' >&2
  exit 1
fi
mkdir -p "$prefix/bin" "$data/state" "$data/cache" "$data/config"
cd "$prefix"
printf '{ "name": "loadout-image", "private": true }\n' > package.json
npm install --omit=dev --no-audit --no-fund --ignore-scripts --loglevel=error --save-exact \
  "@loadout/cli@$version" "@loadout/engine-restate@$version" "@loadout/hooks@$version" "@loadout/mcp@$version" "@loadout/serve@$version" \
  "@loadout/model-anthropic@$version" "@loadout/model-openai@$version" "@loadout/tool-fs@$version" "@loadout/tool-shell@$version" \
  "@loadout/tool-web@$version"
ln -sf ../node_modules/@loadout/cli/bin/loadout.js bin/loadout
