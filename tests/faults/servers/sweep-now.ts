// Removes every file that no row names, however new it is, and prints the counts.
import { findKnownFiles } from '~/domain/upload/known-files.server';
import { openStores } from '~/ops/start.server';
import { closeDatabase } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';

await openStores(getSettings());
const unfinished = await storage().clearUnfinished(0);
const { dropped } = await storage().sweepObjects({
  isKnown: findKnownFiles,
  olderThanMs: 0,
  mayDrop: () => true,
});
await closeDatabase();
process.stdout.write(JSON.stringify({ dropped, unfinished }));
