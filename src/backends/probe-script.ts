import { LIFETIME_FUNCTION } from '../base/scope-script.ts';

/**
 * What runs in a place to see what is there and to leave the keeper there: plain sh, as small as busybox's. What it says
 * are `name=value` entries that end with NUL, between two marks: what start-up files print around them does not matter.
 */

/** `$uid` has to be known for `look`. */
const FUNCTIONS = `
say() { printf '%s=%s\\0' "$1" "$2"; }
look() {
  if [ -h "$1" ]; then echo link; return; fi
  if [ ! -e "$1" ]; then echo missing; return; fi
  if [ ! -d "$1" ]; then echo file; return; fi
  set -- $(ls -ldn "$1")
  if [ "$3" != "$uid" ]; then echo foreign; return; fi
  case $1 in
    d????w*|d???????w*) echo open ;;
    *) echo fine ;;
  esac
}
hash_of() { command -v sha256sum >/dev/null && set -- $(sha256sum <"$1") && echo "$1"; }
try() {
  text=$("$1" version 2>&1 </dev/null)
  say version_code $?
  say version "$text"
}
`;

/** $1 mark, $2 folder or nothing, $3 and $4 the keepers' hashes for x64 and arm64, $5 1: ask the login shell too */
export const PROBE_SCRIPT = `
set -f
mark=$1 folder=$2 x64=$3 arm64=$4 login=$5
${FUNCTIONS}${LIFETIME_FUNCTION}
printf '\\n%s begin\\0' "$mark"
printf '%s plain\\0' "$mark"
env -0 2>/dev/null || cat /proc/self/environ
printf '%s facts\\0' "$mark"
PATH=\${PATH:+$PATH:}/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
machine=$(uname -m) uid=$(id -u)
say machine "$machine"
say system "$(uname -s)"
say kernel "$(uname -r)"
say node "$(uname -n)"
say uid "$uid"
say lifetime "$(lifetime)"
entry=$(getent passwd "$uid" 2>/dev/null || grep "^[^:]*:[^:]*:$uid:" /etc/passwd 2>/dev/null)
entry=\${entry%%
*}
shell=\${entry##*:}
entry=\${entry%:*}
home=\${HOME:-\${entry##*:}}
case $shell in
  */nologin|*/false|'') shell=\${SHELL:-/bin/sh} ;;
esac
[ -x "$shell" ] || shell=/bin/sh
say home "$home"
say shell "$shell"
for temp in "\${TMPDIR:-/tmp}" /tmp /var/tmp "$home"; do [ -d "$temp" ] && [ -w "$temp" ] && break; done
say temp "$temp"
case $folder in
  '~/'*) folder=$home/\${folder#'~/'} ;;
  '') if [ -n "\${XDG_STATE_HOME:-$home}" ]; then folder=\${XDG_STATE_HOME:-$home/.local/state}/ringback-remote; fi ;;
esac
say folder "$folder"
case $machine in
  x86_64|amd64) hash=$x64 ;;
  aarch64|arm64) hash=$arm64 ;;
  *) hash= ;;
esac
if [ -n "$hash" ] && [ -n "$folder" ]; then
  say folder_look "$(look "$folder")"
  say hash_look "$(look "$folder/$hash")"
  keeper=$folder/$hash/ringback-keeper
  if [ -f "$keeper" ] && [ ! -h "$keeper" ] && [ "$(look "$folder/$hash")" = fine ]; then
    found=$(hash_of "$keeper")
    say found "$found"
    [ "$found" = "$hash" ] && try "$keeper"
  fi
fi
printf '%s facts-end\\0' "$mark"
if [ "$login" = 1 ]; then
  RINGBACK_MARK=$mark
  RINGBACK_PROBE='printf "%s login%b" "$RINGBACK_MARK" "\\0000"; env -0 2>/dev/null || cat /proc/self/environ; printf "%s login-end%b" "$RINGBACK_MARK" "\\0000"'
  export RINGBACK_MARK RINGBACK_PROBE
  # csh has no -lc. In a session of its own, so that all of a start-up file that hangs can be ended.
  case $shell in *csh) flag=-c ;; *) flag=-lc ;; esac
  leader=; group=
  command -v setsid >/dev/null && leader=setsid group=-
  $leader "$shell" $flag 'exec /bin/sh -c "$RINGBACK_PROBE"' </dev/null 2>/dev/null &
  asked=$!
  # It may be told to end before it sleeps.
  { trap '[ "$!" = $asked ] || kill -9 $!; exit' TERM; sleep 10 & wait $!; kill -9 $group$asked; } >/dev/null 2>&1 </dev/null &
  watchdog=$!
  wait $asked
  kill $watchdog
fi
printf '%s end\\0' "$mark"
`;

/** $1 mark, $2 folder, $3 hash, $4 size; the keeper is the input */
export const CARRY_SCRIPT = `
set -f
umask 077
mark=$1 folder=$2 hash=$3 size=$4
PATH=\${PATH:+$PATH:}/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
uid=$(id -u)
${FUNCTIONS}
finish() { say problem "$1"; printf '%s facts-end\\0%s end\\0' "$mark" "$mark"; exit; }
make() {
  [ -h "$1" ] || [ -e "$1" ] || text=$(mkdir -p "$1" 2>&1) || { say text "$text"; finish unmade; }
  say "$2" "$(look "$1")"
  [ "$(look "$1")" = fine ] || finish refused
}
printf '\\n%s begin\\0' "$mark"
printf '%s facts\\0' "$mark"
make "$folder" folder_look
make "$folder/$hash" hash_look
keeper=$folder/$hash/ringback-keeper
new=$folder/$hash/$mark
# Not every place can tell the end of the input.
if command -v head >/dev/null; then take="head -c $size"; else take=cat; fi
text=$({ $take >"$new"; } 2>&1)
arrived=$(wc -c <"$new")
found=$(hash_of "$new")
if [ "$arrived" -ne "$size" ] || [ "\${found:-$hash}" != "$hash" ]; then rm -f "$new"; say text "$text"; finish damaged; fi
text=$(chmod 700 "$new" 2>&1 && mv -f "$new" "$keeper" 2>&1) || { say text "$text"; rm -f "$new"; finish unmade; }
say found "$hash"
try "$keeper"
finish none
`;
