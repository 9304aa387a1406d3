#!/bin/sh
# Becomes the server. From the second start on it is ready sooner than by java -jar: the libraries of the server are unpacked into the directory
# "cache" of the data directory, and beside the first server an archive of their classes is made there.
#
# usage: start.sh JAR [JAVA_OPTION...]
#
# If the cache cannot be written, it starts the server without.
set -eu
if [ $# -lt 1 ]; then
  echo "usage: start.sh JAR [JAVA_OPTION...]" >&2
  exit 64 # sysexits.h: wrong usage
fi
jar=$1
shift
# The compilers of the JVM allocate much for a short time, and glibc keeps that in each of its arenas, of which it has eight per processor.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
# It chooses a garbage collector unless one is among the options.
prepared=0
"$java" -XX:TieredStopAtLevel=1 -jar "$jar" --prepare --java-options "$@" || prepared=$?
case $prepared in 129 | 130 | 143) exit "$prepared" ;; esac # a signal: SIGHUP, SIGINT, SIGTERM
if [ "$prepared" = 0 ]; then
  exec "$java" "$@" "@${PLATFORM_DATA_DIR:-./data}/cache/java-options"
fi
exec "$java" "$@" -jar "$jar"
