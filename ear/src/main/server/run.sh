#!/usr/bin/env bash
# Runs platform.ear on Payara Server in the foreground, as one process that gets the signals itself.
# The unpacked server is only read: the domain is a copy in the run directory, made anew at each start.
#
# usage: run.sh SERVER_HOME EAR RUN_DIRECTORY
set -euo pipefail

server_home=$1 ear=$2 run_directory=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
working_directory=$PWD

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
echo "deploy --name platform --contextroot / $ear" > "$run_directory/postboot.txt"

# The command line of the server, one argument a line. Executed here it is one process; asadmin would stay as its parent.
mapfile -t command < <(
  "$server_home/bin/asadmin" start-domain --dry-run --verbose --domaindir "$run_directory" \
    --prebootcommandfile "$here/preboot.txt" --postbootcommandfile "$run_directory/postboot.txt" domain1 |
    sed -e '/^Dump of JVM/d' -e '/^Command start-domain/d' -e '/^$/d'
)
for i in "${!command[@]}"; do
  if [ "${command[i]}" = -read-stdin ]; then command[i + 1]=true; fi
done

# Relative paths in the configuration are relative to where the command was given.
export PLATFORM_DATA_DIR=${PLATFORM_DATA_DIR:-$working_directory/data}
cd "$run_directory/domain1/config"
exec "${command[@]}" < <(printf 'AS_ADMIN_USER=admin\nAS_ADMIN_PASSWORD=\n')
