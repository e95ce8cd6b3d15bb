import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type RepeatedCounts, repeatDeletions } from '~/domain/clinic/repeat-deletions.server';
import {
  type DeletionList,
  deletionListIn,
  keyOfDeletion,
  moveAside,
  parseDeletions,
  writeDeletions,
} from '~/platform/backup/deleted-ids.server';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';
import { diskPathOf } from '~/platform/storage/objects/disk-store.server';
import { isMissing, requireReadableFile } from '../usable-places.server';
import type { Unpacked } from './unpack.server';

type Lists = { whole: DeletionList[]; damaged: string[] };

/** Reads the lists of deletions beside the archive and in BACKUP_DIR. */
function findLists(settings: Settings, file: string): Lists {
  const paths = new Set([dirname(resolve(file)), resolve(settings.BACKUP_DIR)].map(deletionListIn));
  const lists: Lists = { whole: [], damaged: [] };
  for (const path of paths) {
    if (isMissing(path)) continue;
    requireReadableFile(path);
    const list = parseDeletions(readFileSync(path, 'utf8'));
    if (list) lists.whole.push(list);
    else lists.damaged.push(path);
  }
  return lists;
}

function requireLists({ whole, damaged }: Lists, madeAt: number) {
  const lead = 'Deletions since this backup are unknown: ';
  const last =
    ' Put the newest deleted.ids from the backup folder beside the archive. If it is lost, run this command again with --incomplete-deletions: deleted data that no list names is then restored. Nothing was changed.';
  if (damaged.length > 0)
    throw new OperatorError(
      `${lead}${damaged[0]} was changed, is damaged, or belongs to another clinic.${last}`,
    );
  if (whole.length === 0) throw new OperatorError(`${lead}there is no list of deletions.${last}`);
  if (!whole.some(({ since }) => since <= madeAt)) {
    const since = new Date(Math.min(...whole.map((list) => list.since))).toISOString();
    throw new OperatorError(`${lead}the list of deletions only starts on ${since}.${last}`);
  }
}

/**
 * Removes everything from the unpacked clinic that was deleted since, repeats decisions and ends
 * its sessions. Writes the list with which the clinic continues to BACKUP_DIR.
 *
 * @returns the counts of repeated entries.
 */
export async function repeatSince({
  settings,
  file,
  unpacked,
  stage,
  isListOptional,
}: {
  settings: Settings;
  file: string;
  unpacked: Unpacked;
  stage: string;
  isListOptional: boolean;
}): Promise<RepeatedCounts> {
  const lists = findLists(settings, file);
  const madeAt = Date.parse(unpacked.manifest.at);
  if (!isListOptional) requireLists(lists, madeAt);
  const covering = lists.whole.filter(({ since }) => since <= madeAt);
  const ownList = unpacked.deletions === undefined ? null : parseDeletions(unpacked.deletions);
  const entries = new Map(
    [...(ownList ? [ownList] : []), ...lists.whole]
      .flatMap((list) => list.entries)
      .map((entry) => [keyOfDeletion(entry), entry]),
  );
  // If the events between the backup and now are unknown, a new list starts now.
  const since =
    covering.length > 0
      ? Math.min(...[...covering, ...(ownList ? [ownList] : [])].map((one) => one.since))
      : Date.now();
  const list = { since, entries: [...entries.values()] };
  const { counts, files } = await repeatDeletions(list.entries, {
    isComplete: covering.length > 0 && lists.damaged.length === 0,
  });
  for (const name of files) rmSync(diskPathOf(stage, name), { force: true });
  putList(settings.BACKUP_DIR, list);
  return counts;
}

/** Writes the list to its folder; an unreadable list there is set aside. */
function putList(folder: string, list: DeletionList) {
  const path = deletionListIn(folder);
  if (existsSync(path) && !parseDeletions(readFileSync(path, 'utf8'))) moveAside(path);
  writeDeletions(path, list);
}
