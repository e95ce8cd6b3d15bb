#!/bin/sh
# Copies the sealed files of a clinic with restic, for backups of the database alone (BACKUP_CONTENTS=database). Run it as root
# once a night, after the backup of the database: docs/operations.md#large-clinics. A file never changes once it is stored, so
# each night only new ones are read and sent.
#
# Each copy is tagged with the newest backup of the database, and stays exactly as long as that backup: what a patient has deleted
# is gone from both after the same number of days. With no backup in the folder nothing is copied and nothing is forgotten.
set -eu
# A setting of the server, which cron does not pass on.
setting() { sed -n "s/^$1=//p" /etc/secondlook.env 2> /dev/null | tail -n 1; }
uploads=${UPLOADS_DIR:-$(setting UPLOADS_DIR)} backups=${BACKUP_DIR:-$(setting BACKUP_DIR)}
uploads=${uploads:-/var/lib/secondlook/uploads} backups=${backups:-/var/backups/secondlook}
export RESTIC_REPOSITORY="${RESTIC_REPOSITORY:-/mnt/copies/secondlook}"
export RESTIC_PASSWORD_FILE="${RESTIC_PASSWORD_FILE:-/root/secondlook-restic}"

cd "$backups"
set -- secondlook-*.tar*
if [ ! -e "$1" ]; then
  echo "There is no backup of the database in $backups, so no files were copied." >&2
  exit 1
fi
keep=
for newest in "$@"; do keep="$keep --keep-tag $newest"; done

cd "$uploads"
# Files that are still arriving and folders of unfinished commands stay out.
restic backup --quiet --tag "$newest" --exclude "$uploads/tmp" --exclude "$uploads/.lock.db*" \
  --exclude "$uploads/backup-*" --exclude "$uploads/restore-*" --exclude "$uploads/move-*" .
# The names of backups have no blanks.
# shellcheck disable=SC2086
restic forget --quiet --group-by '' --prune $keep
