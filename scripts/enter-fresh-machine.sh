#!/bin/bash
# In mount and PID namespaces of its own: makes the folder $1 the root, and runs the rest there. Not chroot: what makes
# containers must be able to change the root again. This shell stays, as the init that reaps orphans.
set -euo pipefail
tree=$1
shift
mount --make-rprivate /
mount --bind "$tree" "$tree"
cd "$tree"
mount -t proc proc proc
mount --rbind /sys sys
mount --rbind /dev dev
# Terminals and shared memory of its own: those of others are not to be seen.
mount -t devpts -o newinstance,gid=5,mode=620,ptmxmode=666 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
pivot_root . mnt
cd /
umount -l /mnt
"$@"
