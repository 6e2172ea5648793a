/**
 * What is run there. It needs a shell, tar, find, xargs and head: busybox is enough. The first argument is a mark, which
 * parts what a login shell printed from what is ours; the second the size of the input, for not every place can tell its
 * end.
 */

const BEGIN = `
mark=$1 size=$2
shift 2
PATH=\${PATH:+$PATH:}/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
take() { if command -v head >/dev/null; then head -c "$size"; else cat; fi; }
squeeze() { if command -v gzip >/dev/null; then gzip -c; else cat; fi; }
enter() { cd "$1" || exit 91; }
for program in tar find xargs; do command -v $program >/dev/null || { echo "$program" >&2; exit 90; }; done
printf '%s' "$mark"
`;

/** $1 the folder, $2 where stamps are kept, $3 the stamp's name, $4 the process, or nothing where nothing will come back */
export const LOOK = `${BEGIN}
umask 077
mkdir -p "$2" || exit 91
[ -z "$4" ] || : >"$2/$4" || exit 91
printf '%s\\0' "$(cat "$2/$3" 2>/dev/null)"
if [ -s "$2/$3" ] && cd "$1" 2>/dev/null; then find . \\( -type d -o ! -newer "$2/$3" \\) -print0 | squeeze; fi
`;

/** $1 the folder; the input names what goes, what is in a folder before the folder */
export const REMOVE = `${BEGIN}
enter "$1"
take | xargs -0 sh -c 'for path; do if [ -d "$path" ] && [ ! -h "$path" ]; then rmdir "$path"; else rm -f "$path"; fi; done 2>/dev/null; :' sh
`;

/** $1 the folder, $2 where stamps are kept, $3 the stamp's name, $4 the stamp; the input is a tar */
export const PUT = `${BEGIN}
mkdir -p "$1" || exit 91
enter "$1"
take | tar -xpof - || exit 92
printf '%s' "$4" >"$2/$3.new" && mv "$2/$3.new" "$2/$3" || exit 92
`;

/** $1 the folder, $2 where stamps are kept, $3 the process. First what is newer than its start, then everything. */
export const LIST = `${BEGIN}
enter "$1"
{
  if [ -e "$2/$3" ]; then
    find . ! -type d -newer "$2/$3" -print0
    printf '\\0'
  fi
  find . ! -type d -print0
} | squeeze
rm -f "$2/$3"
`;

/** $1 the folder; the input names files. What comes out may be several tars, one behind the other. */
export const GET = `${BEGIN}
enter "$1"
take | xargs -0 tar -cf - --
`;
