#!/usr/bin/env bash
# Runs platform.ear on Payara Server until it gets a signal. It does by asadmin what docs/payara-server.md says: it makes a domain in the run
# directory, starts it with the settings of the product, and deploys; then it prints what the server logs.
#
# The unpacked server is only read, and the domain is made anew at each start.
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
# Executes the option, or checks before the server boots whether it may start.
"${AS_JAVA:+$AS_JAVA/bin/}java" -XX:TieredStopAtLevel=1 \
  -cp "$ear:$server_home/h2db/bin/h2.jar:$server_home/glassfish/modules/microprofile-config-api.jar" local.platform.launcher.Main "$@"
if [ $# -gt 0 ]; then
  exit
fi

# The working directory of the server is in its domain.
export PLATFORM_DATA_DIR="${PLATFORM_DATA_DIR:-data}"
for variable in PLATFORM_DATA_DIR PLATFORM_GRPC_TLS_CERTIFICATE PLATFORM_GRPC_TLS_KEY "${!PLATFORM_@}"; do
  case $variable in
    *_DIR | *_FILE | *_TLS_*) [ -z "${!variable-}" ] || export "$variable=$(absolute "${!variable}")" ;;
  esac
done
case ${PLATFORM_DB_URL-} in
  jdbc:h2:file:./*) export PLATFORM_DB_URL="jdbc:h2:file:$PWD/${PLATFORM_DB_URL#jdbc:h2:file:./}" ;;
esac

domain=$run_directory/domain1
rm -rf "$run_directory"
mkdir -p "$run_directory"
cp -r "$server_home/glassfish/domains/domain1" "$domain"

# domain1 lets everybody on this machine administer it, so it gets a password that nobody knows.
passwords=$run_directory/passwords
(
  umask 077
  password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
  printf 'AS_ADMIN_PASSWORD=\nAS_ADMIN_NEWPASSWORD=%s\n' "$password" > "$passwords.new"
  printf 'AS_ADMIN_PASSWORD=%s\n' "$password" > "$passwords"
)
"$server_home/bin/asadmin" --user admin --passwordfile "$passwords.new" \
  change-admin-password --domain_name domain1 --domaindir "$run_directory" > /dev/null
rm "$passwords.new"

# Before the first listener opens, since those of domain1 are on all addresses.
admin_port=${PLATFORM_ADMIN_PORT:-4848}
listeners=configs.config.server-config.network-config.network-listeners.network-listener
cat "$here/settings.asadmin" - > "$run_directory/settings.asadmin" << SETTINGS
set $listeners.platform.address=${PLATFORM_HTTP_ADDRESS:-127.0.0.1}
set $listeners.platform.port=${PLATFORM_HTTP_PORT:-8080}
set $listeners.http-listener-1.enabled=false
set $listeners.http-listener-2.enabled=false
set $listeners.admin-listener.address=127.0.0.1
set $listeners.admin-listener.port=$admin_port
SETTINGS

# In the background, because a trap waits for the command in the foreground.
command=
asadmin() {
  "$server_home/bin/asadmin" --port "$admin_port" --user admin --passwordfile "$passwords" "$@" &
  command=$!
  wait "$command"
}

# Stops the server as SIGTERM does, if there is one: it lets the requests in progress be answered.
stop() {
  trap '' HUP INT TERM
  if [ ! -e "$domain/config/pid" ] && [ -n "$command" ]; then
    wait "$command" || true # asadmin is just starting it
  fi
  local server
  if server=$(cat "$domain/config/pid" 2> /dev/null) && kill "$server" 2> /dev/null; then
    tail --pid="$server" -f /dev/null
  fi
}
fail() {
  echo "platform: $1" >&2
  stop
  exit 70 # sysexits.h: an error in the software, or in what it runs on
}
trap 'stop; exit 129' HUP
trap 'stop; exit 130' INT
trap 'stop; exit 143' TERM
if [ "${PLATFORM_STOP_WITH_PARENT-}" = true ]; then
  (tail --pid="$PPID" -f /dev/null && kill $$) &
  watcher=$!
  trap 'kill "$watcher" 2> /dev/null' EXIT # the id of this process can then be that of another
fi

asadmin start-domain --domaindir "$run_directory" \
  --prebootcommandfile "$run_directory/settings.asadmin" --postbootcommandfile "$here/started.asadmin" domain1 >&2 ||
  fail "Payara Server did not start"
server=$(cat "$domain/config/pid")
booted=$(wc -l < "$domain/logs/server.log")
tail -n "+$((booted + 1))" --pid="$server" -F "$domain/logs/server.log" >&2 &
log=$!
# The reason is in what asadmin prints or, if a bean refused, in the log alone.
if ! asadmin deploy --name platform --contextroot / --virtualservers platform "$ear" > "$run_directory/deployment" 2>&1; then
  refusal=$(grep -h -o 'platform: refusing to start: .*' "$run_directory/deployment" "$domain/logs/server.log" | tail -n 1) || true
  if [ -n "$refusal" ]; then
    echo "${refusal%]]}" >&2
    stop
    exit 78 # sysexits.h: a wrong configuration
  fi
  cat "$run_directory/deployment" >&2
  fail "the application was not deployed"
fi
wait $log
fail "Payara Server has ended"
