#!/usr/bin/env bash
# Executes at a MySQL server what binary logs have and it has not, until just before a transaction. At the end it prints the identifiers of all
# transactions that the server has. It can be repeated after it has failed.
#
# usage: replay.sh OPTIONS_FILE GTID LOG...
#
#   OPTIONS_FILE   where the server is, and who its administrator is; a file of options of MySQL's clients
#   GTID           the identifier of the transaction before which it stops
#   LOG...         the files, in the order in which MySQL wrote them; those of several members of a group one member after the other
#
# It needs mysql and mysqlbinlog of MySQL itself. Those of MariaDB do not know its identifiers.
set -euo pipefail
export LC_ALL=C
if [ $# -lt 3 ]; then
  echo "usage: replay.sh OPTIONS_FILE GTID LOG..." >&2
  exit 64 # sysexits.h: wrong usage
fi
options=$1
gtid=$2
shift 2
if ! [[ $gtid =~ ^[0-9a-f-]{36}:([a-z0-9_]+:)?[0-9]+$ ]]; then
  echo "replay.sh: $gtid is not the identifier of one transaction" >&2
  exit 64
fi

sql() {
  mysql --defaults-file="$options" --batch --skip-column-names <<<"$1"
}

executed() {
  sql "SELECT REPLACE(@@GLOBAL.gtid_executed, CHAR(10), '')"
}

is_subset() { # $1, $2: identifiers
  [ "$(sql "SELECT GTID_SUBSET('$1', '$2')")" = 1 ]
}

refuse() {
  echo "replay.sh: $1" >&2
  exit 1
}

# Prints, in three lines, what the text of mysqlbinlog says: the identifiers of all transactions in the logs before it, those of its own transactions
# before the given one, and whether that is in it.
identifiers() {
  awk -v wanted="$gtid" '
    function finish() { if (source != "") { own = own (own == "" ? "" : ",") source ":" first "-" last } }
    /\tPrevious-GTIDs$/ { header = 1; next }
    /^# at / { header = 0 }
    header && /:/ { previous = previous substr($0, 3) }
    /^SET @@SESSION.GTID_NEXT= '\''[0-9a-f]/ && !found {
      split($0, parts, "'\''")
      if (parts[2] == wanted) { found = 1; next }
      number = parts[2]
      sub(/.*:/, "", number)
      prefix = substr(parts[2], 1, length(parts[2]) - length(number) - 1)
      if (prefix != source || number != last + 1) { finish(); source = prefix; first = number }
      last = number
    }
    END { finish(); print previous; print own; print found + 0 }'
}

before=$(executed)
[ -n "$before" ] || refuse "the server has no transactions yet: begin with a backup"
if is_subset "$gtid" "$before"; then refuse "the backup already has $gtid: take an older one"; fi

# The end of a file that was not sent completely is no problem, if the transaction is before it: at last it is compared what there is.
known=$before
logs=()
found=0
for log in "$@"; do
  { read -r previous; read -r own; read -r found; } < <({ mysqlbinlog --base64-output=decode-rows "$log" || true; } | identifiers)
  is_subset "$previous" "$known" || refuse "$log follows on transactions that are in no log before it and not in the backup: a log is missing"
  known=$known${own:+,$own}
  logs+=("$log")
  if [ "$found" = 1 ]; then break; fi
done
[ "$found" = 1 ] || refuse "$gtid is in none of the logs"

# All rows that one statement has changed are one statement of mysqlbinlog, in base64. The setting is gone with the next start of the server.
sql "SET GLOBAL max_allowed_packet = 1073741824"
for log in "${logs[@]}"; do
  mysqlbinlog --exclude-gtids="$before" "$log" || true
done | sed "/^SET @@SESSION.GTID_NEXT= '$gtid'/Q" | mysql --defaults-file="$options" --binary-mode --max-allowed-packet=1G

after=$(executed)
is_subset "$known" "$after" || refuse "the server does not have all transactions that are in the logs before $gtid"
if is_subset "$gtid" "$after"; then refuse "the server has $gtid now, by other means"; fi
echo "$after"
