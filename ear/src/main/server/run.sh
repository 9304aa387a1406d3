#!/usr/bin/env bash
# Runs platform.ear on Payara Server in the foreground, as one process that gets the signals itself.
# The unpacked server is only read: the domain is a copy in the run directory, made anew at each start.
#
# usage: run.sh SERVER_HOME EAR RUN_DIRECTORY [OPTION]
#
# With an option no server is started. --help shows what there is.
set -euo pipefail

if [ $# -lt 3 ]; then
  echo "usage: run.sh SERVER_HOME EAR RUN_DIRECTORY [OPTION]" >&2
  exit 64 # sysexits.h: wrong usage
fi
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac }
server_home=$(absolute "$1") ear=$(absolute "$2") run_directory=$(absolute "$3")
shift 3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# asadmin takes the Java of AS_JAVA, and otherwise that of the PATH.
export AS_JAVA="${AS_JAVA:-${JAVA_HOME-}}"
launcher=(
  -cp "$ear:$server_home/h2db/bin/h2.jar:$server_home/glassfish/modules/microprofile-config-api.jar" local.platform.launcher.Main
)
# Executes the option, or checks before the server boots whether it may start.
"${AS_JAVA:+$AS_JAVA/bin/}java" -XX:TieredStopAtLevel=1 "${launcher[@]}" "$@"
if [ $# -gt 0 ]; then
  exit
fi

rm -rf "$run_directory"
mkdir -p "$run_directory"
cp -r "$server_home/glassfish/domains/domain1" "$run_directory/domain1"
domain_xml=$run_directory/domain1/config/domain.xml

# deploy-xml-validation: the pool size in application.xml is a placeholder, which the schema takes for a bad number.
sed -i \
  -e "/<config name=\"server-config\">/r $here/server-config.xml" \
  -e 's|<admin-service auth-realm-name="admin-realm"[^>]*>|&<das-config deploy-xml-validation="none"/>|' \
  -e 's|<jvm-options>-server</jvm-options>|&<jvm-options>-Dfish.payara.shutdowngrace=5000</jvm-options>|' \
  "$domain_xml"
# Payara Server cannot do without its administration listener. It is on loopback; here nobody can log in to it: the hash is of no password.
echo "admin;{SSHA256}$(head -c 40 /dev/urandom | base64);asadmin" > "$run_directory/domain1/config/admin-keyfile"
cp "$here/logging.properties" "$run_directory/domain1/config/logging.properties"
echo "deploy --name platform --contextroot / '$ear'" > "$run_directory/postboot.txt"

# The command line of the server, one argument a line. Executed here it is one process; asadmin would stay as its parent.
# What asadmin complains of is shown if it gives none; it always repeats the command line there.
complaints=$run_directory/start-domain.txt
mapfile -t command < <(
  "$server_home/bin/asadmin" start-domain --dry-run --verbose --domaindir "$run_directory" \
    --prebootcommandfile "$here/preboot.txt" --postbootcommandfile "$run_directory/postboot.txt" domain1 2>"$complaints" |
    sed -e '0,/^Dump of JVM/d' -e '/^Command start-domain/,$d' -e '/^$/d'
)
for i in "${!command[@]}"; do
  case ${command[i]} in
    com.sun.enterprise.glassfish.bootstrap.ASMain) main=$i ;;
    -cp) class_path=$((i + 1)) ;;
    -read-stdin) command[i + 1]=true ;;
  esac
done
if [ -z "${main:-}" ]; then
  cat "$complaints" >&2
  echo "platform: asadmin of $server_home gave no command line of a server" >&2
  exit 70 # sysexits.h: an error in the software, or in what it runs on
fi

command[class_path]+=:$ear
# Our main class in front of the server's, for the log and for how the process ends.
command[main]=local.platform.launcher.PayaraServer

# A process of Java does not know whether its standard error is a terminal.
export PLATFORM_LOG_FORMAT=${PLATFORM_LOG_FORMAT:-$([ -t 2 ] && echo text || echo json)}
exec "${command[@]:0:main}" "-Dlocal.platform.launcher.parent=$PPID" "${command[@]:main}" \
  < <(printf 'AS_ADMIN_USER=admin\nAS_ADMIN_PASSWORD=\n')
