#!/bin/sh
# What the tests use beyond what the README asks for.
exec sh "$(dirname "$0")/install-missing.sh" \
  python3:python3 mypy:mypy tmux:tmux vi:vim-tiny top:procps less:less curl:curl make:make bwrap:bubblewrap \
  zsh:zsh mksh:mksh ksh93:ksh93u+m fish:fish tcsh:tcsh busybox:busybox-static gdb:gdb-minimal \
  sshd:openssh-server ssh:openssh-client \
  aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu /usr/aarch64-linux-gnu/include/stdint.h:libc6-dev-arm64-cross \
  qemu-aarch64-static:qemu-user-static
