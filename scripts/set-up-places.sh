#!/bin/sh
# The servers that test/places/ runs commands on, beside what all tests use.
exec sh "$(dirname "$0")/install-missing.sh" \
  dockerd:docker.io docker:docker.io podman:podman runc:runc \
  slurmctld:slurm-wlm munged:munge debootstrap:debootstrap rsync:rsync openssl:openssl busybox:busybox-static
