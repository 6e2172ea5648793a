#!/bin/sh
# Builds the keeper: static with musl where that is there, else with the system's compiler.
#   sh keeper/build.sh            build/ringback-keeper (only if its sources changed)
#   sh keeper/build.sh all        also the test, sanitizer, POSIX and fuzz builds
#   sh keeper/build.sh prebuilt   prebuilt/<arch>/ringback-keeper and SHA256SUMS, for the published package
set -eu
cd "$(dirname "$0")"
sources="main.c launch.c start.c loop.c log.c input.c control.c ending.c exit.c reap.c wake.c offline.c attach.c catch_up.c hub.c hub_channel.c hub_to_keeper.c hub_child.c hub_launcher.c hub_run.c hub_out.c hub_instead.c hold.c remove.c claim.c record.c frame.c util.c pid_list.c"
warnings="-std=c11 -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=700 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion"
small="-Os -fno-asynchronous-unwind-tables -fno-unwind-tables -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--build-id=none -Wl,-z,noseparate-code -s"

find_compiler() {
  for name in "${CC:-}" cc gcc clang; do
    [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && { echo "$name"; return; }
  done
}

# $1 output, $2 platform file and what comes behind it, the rest: compiler and flags
compile() {
  output=$1 platform=$2
  shift 2
  mkdir -p "$(dirname "$output")"
  "$@" $warnings -o "$output.$$" $sources $platform
  mv "$output.$$" "$output"
}

is_current() {
  [ -x "$1" ] || return 1
  for file in *.c *.h test/*.c build.sh; do [ "$file" -nt "$1" ] && return 1; done
  return 0
}

musl_or_cc() {
  if command -v musl-gcc >/dev/null 2>&1; then echo "musl-gcc -static"; else find_compiler; fi
}

# musl-gcc does not see the kernel's headers; they are the same for every C library.
kernel_headers() {
  mkdir -p build/headers
  for folder in linux asm asm-generic; do
    for base in "/usr/include/$folder" "/usr/include/$(uname -m)-linux-gnu/$folder"; do
      [ -d "$base" ] && ln -sfn "$base" "build/headers/$folder"
    done
  done
  echo "-idirafter build/headers"
}

build_default() {
  is_current build/ringback-keeper && return
  compiler=$(musl_or_cc)
  if [ -z "$compiler" ]; then
    echo "ringback: no C compiler found, so the keeper was not built." >&2
    echo "ringback: install one (Debian: apt-get install gcc) and run: npm run prepare" >&2
    exit 1
  fi
  compile build/ringback-keeper linux.c $compiler $small $(kernel_headers)
}

build_all() {
  is_current build/fuzz && return # the last one made
  compiler=$(find_compiler)
  compile build/ringback-keeper-test linux.c $(musl_or_cc) $small $(kernel_headers) -DRINGBACK_FAILPOINTS
  compile build/ringback-keeper-sanitized linux.c $compiler -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -DRINGBACK_FAILPOINTS
  compile build/ringback-keeper-posix posix.c $compiler -O2
  sources=$(echo "$sources" | sed s/main.c/test\\/fuzz.c/)
  compile build/fuzz linux.c $compiler -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
}

# Debian has musl for arm64, but no musl-gcc that crosses: its headers and library are put together by hand.
fetch_arm64_musl() {
  [ -f build/musl-arm64/usr/lib/aarch64-linux-musl/libc.a ] && return
  mkdir -p build/musl-arm64
  dpkg --add-architecture arm64 && apt-get update -qq
  (cd build && apt-get download -qq musl-dev:arm64 && dpkg -x musl-dev_*_arm64.deb musl-arm64 && rm musl-dev_*_arm64.deb)
  dpkg --remove-architecture arm64
}

build_arm64() {
  cross=aarch64-linux-gnu-gcc
  include=build/musl-arm64/usr/include/aarch64-linux-musl
  library=build/musl-arm64/usr/lib/aarch64-linux-musl
  gcc_folder=$(dirname "$($cross -print-libgcc-file-name)")
  mkdir -p build/headers-arm64
  for folder in linux asm asm-generic; do ln -sfn "/usr/aarch64-linux-gnu/include/$folder" "build/headers-arm64/$folder"; done
  sources="$library/crt1.o $library/crti.o $sources"
  last="linux.c -Wl,--start-group $library/libc.a $gcc_folder/libgcc.a -Wl,--end-group $library/crtn.o"
  compile prebuilt/arm64/ringback-keeper "$last" $cross -static -nostdinc -nostdlib $small \
    -isystem "$include" -isystem "$gcc_folder/include" -idirafter build/headers-arm64
}

# Needs root, musl-tools and gcc-aarch64-linux-gnu.
build_prebuilt() {
  compile prebuilt/x64/ringback-keeper linux.c musl-gcc -static $small $(kernel_headers)
  fetch_arm64_musl
  build_arm64
  (cd prebuilt && sha256sum x64/ringback-keeper arm64/ringback-keeper > SHA256SUMS)
}

case "${1:-default}" in
  default) build_default ;;
  all) build_default; build_all ;;
  prebuilt) build_prebuilt ;;
  *) echo "usage: sh keeper/build.sh [all|prebuilt]" >&2; exit 2 ;;
esac
