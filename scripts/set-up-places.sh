#!/bin/sh
# Installs the servers that test/places/ runs commands on: only what is missing, only with root and apt, and without
# starting any of them. Otherwise those tests say that they are skipped, and why.
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
PATH=$PATH:/usr/sbin:/sbin
missing=
for pair in sshd:openssh-server dockerd:docker.io podman:podman runc:runc slurmctld:slurm-wlm munged:munge \
  debootstrap:debootstrap rsync:rsync fish:fish tcsh:tcsh; do
  command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair##*:}"
done
# The whole of a container: one program that needs no libraries.
if ! command -v busybox >/dev/null || ldd "$(command -v busybox)" >/dev/null 2>&1; then
  missing="$missing busybox-static"
fi
[ -z "$missing" ] && exit 0
echo "installing$missing for the tests"
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get update -qq >/dev/null &&
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
exit 0
