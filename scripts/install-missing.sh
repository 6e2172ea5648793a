#!/bin/sh
# sh install-missing.sh PROGRAM:PACKAGE…: installs, in one go and without starting any service, the packages of the
# programs (or files, by their whole paths) that are not there. Only root can, and only with apt. Tests that miss a
# program are skipped and say so by name; so this never fails, but it always says what it could not do.
PATH=$PATH:/usr/sbin:/sbin
missing=
for pair; do
  case $pair in
  # Beside a busybox that needs libraries there may be none: it is the whole of a container.
  busybox:*) busybox=$(command -v busybox) && ! ldd "$busybox" >/dev/null 2>&1 ;;
  /*) [ -e "${pair%%:*}" ] ;;
  *) command -v "${pair%%:*}" >/dev/null ;;
  esac || missing="$missing ${pair##*:}"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "not installed, so tests that need them are skipped:$missing (only root can install them, with apt)"
  exit 0
fi
echo "installing$missing for the tests"
log=$(mktemp)
policy=/usr/sbin/policy-rc.d
trap 'rm -f "$log" $made' EXIT
made=
[ -e $policy ] || { made=$policy && printf '#!/bin/sh\nexit 101\n' >$policy && chmod 755 $policy; }
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >"$log" 2>&1 && apt-get install -y -qq --no-install-recommends $missing >"$log" 2>&1 || {
  echo "they could NOT be installed, so tests that need them are skipped; apt-get says:"
  tail -n 20 "$log"
} >&2
exit 0
