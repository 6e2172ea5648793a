#!/bin/sh
# In a mount namespace of its own: makes the folder $1 the root, and runs the rest there. Not chroot: what makes
# containers must be able to change the root again.
set -e
root=$1
shift
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mkdir -p old
mount -t proc proc proc
mount --rbind /sys sys
mount --rbind /dev dev
mount -t tmpfs tmpfs tmp
# Where it remembers its instances: each namespace has its own.
mount -t tmpfs tmpfs root
pivot_root . old
cd /
umount -l /old
exec "$@"
