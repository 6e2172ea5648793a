#!/bin/sh
# Brings Node 24 for the ringback command alone, into this folder, where the Node that installs Ringback is older. Run by npm
# after an installation; by hand where npm was told to run no scripts, or had no network. A checkout has it from `npm ci`.
# What comes is pinned, with its hash, by package-lock.json.
cd "$(dirname "$0")" || exit 1
[ -x ../node_modules/node/bin/node ] && exit 0
node -e 'process.exit(parseInt(process.versions.node) >= 24 ? 0 : 1)' && exit 0

# Settings of the outer npm that would send this one elsewhere.
unset npm_config_global npm_config_location npm_config_prefix npm_config_local_prefix npm_config_omit npm_config_include \
  npm_config_package_lock npm_config_dry_run
said=$(npm ci --prefix . --ignore-scripts --no-audit --no-fund --loglevel=error 2>&1)
for node in node_modules/node-linux-*/bin/node; do
  if "$node" --version >/dev/null 2>&1; then
    # Headers and manuals: a third of it.
    rm -rf "${node%/bin/node}/include" "${node%/bin/node}/share"
    exit 0
  fi
done
rm -rf node_modules
# Not a failure: whoever installed may bring a Node in another way, and `ringback` says what it needs.
echo "ringback: Node 24 could not be brought: ${said:-it does not run on this system}" >&2
