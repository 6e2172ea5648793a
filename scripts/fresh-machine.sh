#!/bin/bash
# Makes a machine on which nobody has worked, and runs a command there, in a clone of this repository:
#   scripts/fresh-machine.sh bash -c 'npm ci && npm run demo'
# It is a minimal Debian 12 with nothing but what the README asks for. Of the machine that it runs on it gets what it
# takes to download (apt's mirror, npm's configuration, names, certificates), and sees nothing else. All of it is gone
# afterwards, with every process that was started in it. Needs root and Debian.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
asked_for=(nodejs npm gcc libc6-dev git)
suite=bookworm
certificates=/etc/certificates-from-outside.crt

fail() {
  echo "fresh machine: $*" >&2
  exit 1
}

[ $# -gt 0 ] || fail "say what to run there"
[ "$(id -u)" = 0 ] || fail "only root can make one"
if ! command -v debootstrap >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq debootstrap >/dev/null ||
    fail "debootstrap cannot be installed"
fi

# Not in the temporary directory: it is large, and that may be memory.
tree=$(mktemp -d /var/tmp/ringback-fresh-XXXXXX)
log=$(mktemp)
chmod 755 "$tree"
inside=
clean_up() {
  trap - EXIT INT TERM HUP
  if [ -n "$inside" ]; then
    # Its init, so that unshare ends only when all the others in there are dead.
    kill -KILL $(cat "/proc/$inside/task/$inside/children" 2>/dev/null) 2>/dev/null || kill -KILL "$inside" || true
    wait "$inside" || true
  fi
  # Its mounts are gone with the namespace; if one is not, what is behind it must stay.
  rm -rf --one-file-system "$tree" "$log"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# As a job of its own, so that this shell hears of signals meanwhile. Its namespaces, and so all that it started, end
# with it.
apart() {
  set -m
  unshare --mount --pid --fork --kill-child=KILL "$@" </dev/null &
  inside=$!
  set +m
  local code=0
  wait "$inside" || code=$?
  inside=
  return "$code"
}

# The variables that a command there has, and no others.
variables() {
  local name
  printf '%s\n' HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "TERM=${TERM:-dumb}"
  [ -z "${CI:-}" ] || echo "CI=$CI"
  # npm's configuration may name the file where it is here.
  [ ! -f "$tree$certificates" ] || printf '%s\n' {NODE_EXTRA_CA_CERTS,npm_config_cafile}=$certificates
  for name in ${!npm_config_@} ${!NPM_CONFIG_@} {http,https,no}_proxy {HTTP,HTTPS,NO}_PROXY; do
    case $name in npm_config_cafile | npm_config_prefix | npm_config_*config | npm_config_cache) continue ;; esac
    [ -z "${!name:-}" ] || echo "$name=${!name}"
  done
}

there() {
  mapfile -t given < <(variables)
  apart bash "$repository/scripts/enter-fresh-machine.sh" "$tree" env -i "${given[@]}" "$@"
}

# The first of apt's sources here that has the suite $1.
mirror_of() {
  apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v suite="$1" '$1 == suite && $2 == "main" { print $3; exit }'
}

hand_in_what_apt_needs() {
  local file name mirror
  for file in /etc/resolv.conf /etc/hosts /etc/hostname; do
    [ ! -e $file ] || cat $file >"$tree$file"
  done
  for name in $suite $suite-updates $suite-security; do
    mirror=$(mirror_of $name)
    [ -z "$mirror" ] || echo "deb $mirror $name main"
  done >"$tree/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(http|https|Check-Valid-Until|Retries)\b' >"$tree/etc/apt/apt.conf.d/90-as-outside" || true
}

# Certificates get a place of their own, where no package writes.
hand_in_what_npm_needs() {
  local file
  for file in "$(npm config get globalconfig 2>/dev/null)" "$(npm config get userconfig 2>/dev/null)"; do
    [ ! -f "$file" ] || { cat "$file" && echo; }
  done >"$tree/root/.npmrc"
  [ ! -f "${NODE_EXTRA_CA_CERTS:-}" ] || cat "$NODE_EXTRA_CA_CERTS" >"$tree$certificates"
}

install_debian() {
  local mirror
  mirror=$(mirror_of $suite)
  [ -n "$mirror" ] || fail "apt has no source of $suite here"
  apart debootstrap --variant=minbase $suite "$tree" "$mirror" >"$log" 2>&1 || {
    tail -n 20 "$log" "$tree/debootstrap/debootstrap.log" >&2 || true
    fail "debootstrap failed"
  }
  # Nobody needs this machine after a power cut.
  echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/unsafe-io"
  hand_in_what_apt_needs
  # Not debootstrap's --include: it cannot resolve what npm depends on.
  there sh -ec "
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends ${asked_for[*]}
    apt-get clean" >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "what the README asks for cannot be installed"
  }
}

# For people who try things again and again: what was just made, for the rest of the week. CI makes it anew each time.
install_from_cache() {
  local cache=${RINGBACK_TESTBED:-$HOME/.cache/ringback-testbed} recipe
  recipe=$({ cat "$0" && date +%G-%V; } | sha256sum | cut -c1-16)
  local archive=$cache/fresh-machine-$recipe.tar
  if [ ! -f "$archive" ]; then
    install_debian
    mkdir -p "$cache"
    rm -f "$cache"/fresh-machine-*.tar
    tar -C "$tree" -cf "$archive.$$" . && mv "$archive.$$" "$archive"
  else
    tar -C "$tree" -xf "$archive"
    hand_in_what_apt_needs
  fi
}

echo "fresh machine: making a minimal Debian ($suite) with ${asked_for[*]}"
if [ -n "${CI:-}" ]; then install_debian; else install_from_cache; fi
hand_in_what_npm_needs
[ -z "$(git -C "$repository" status --porcelain)" ] ||
  echo "fresh machine: what is not committed here is not seen there" >&2
git clone -q --no-hardlinks "$repository" "$tree/root/ringback"
echo "fresh machine: made in $SECONDS s"
there sh -c 'cd ~/ringback && exec "$@"' sh "$@"
