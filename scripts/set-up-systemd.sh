#!/bin/sh
# What test/systemd/ boots its machine with, beside what all tests use.
exec sh "$(dirname "$0")/install-missing.sh" \
  systemd-nspawn:systemd-container debootstrap:debootstrap ssh:openssh-client
