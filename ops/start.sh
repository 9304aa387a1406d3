#!/bin/sh
# Becomes the server, which is ready sooner than by java -jar. Before the first start the server is unpacked into the directory "cache" of the data
# directory, and its classes are archived there, which takes as long as two or three starts.
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
prepared=0
"$java" -jar "$jar" --prepare || prepared=$?
case $prepared in 129 | 130 | 143) exit "$prepared" ;; esac # a signal: SIGHUP, SIGINT, SIGTERM
if [ "$prepared" = 0 ]; then
  exec "$java" "$@" "@${PLATFORM_DATA_DIR:-./data}/cache/java-options"
fi
exec "$java" "$@" -jar "$jar"
