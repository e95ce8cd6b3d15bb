import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { canWriteTo } from '~/platform/backup/backup-folder.server';
import { backupRunningSince, startBackup } from '~/platform/backup/backup-schedule.server';
import { execute } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';

/**
 * Starts a backup on the server that answers, as `npm run backup` makes it. The state of the system
 * shows whether it runs and how it ended.
 *
 * @throws Refusal: `conflict` if this server is making a backup already, or if it cannot write to
 *   the folder of the backups.
 */
export const makeBackup = operation({
  name: 'system.makeBackup',
  api: {
    summary: 'Make a backup now',
    text: 'For admins. Starts a backup on the server that answers, and returns at once. `GET /system/get-system` returns whether it is running and how it ended. Returns 409 if a backup is already running on this server, or if the folder of the backups cannot be written to.',
  },
  input: z.object({}),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'system.read',
  successMessage: 'makeBackup.done',
  failureMessage: 'makeBackup.failed',
  async run({ viewer }) {
    const settings = getSettings();
    if (backupRunningSince() !== undefined) throw new Refusal('conflict', 'makeBackup.running');
    const { BACKUP_DIR: folder } = settings;
    if (!canWriteTo(folder)) throw new Refusal('conflict', 'makeBackup.noFolder', { values: { folder } });
    await execute(auditEntry({ action: 'backup.started', actorId: viewer.id }));
    if (!startBackup(settings)) throw new Refusal('conflict', 'makeBackup.failed');
    return {};
  },
});
