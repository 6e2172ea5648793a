#!/bin/sh
# Installs what some suites need, only what is missing, only with root and apt. Otherwise those suites say that they
# are skipped, and why.
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
missing=
for pair in tmux:tmux zsh:zsh mksh:mksh ksh93:ksh93u+m busybox:busybox dash:dash bwrap:bubblewrap aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu qemu-aarch64-static:qemu-user-static; do
  command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair##*:}"
done
[ -z "$missing" ] && exit 0
echo "installing$missing for the tests"
apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
exit 0
