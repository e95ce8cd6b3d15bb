import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyOfDatabase } from '~/platform/db/core/tables/column-cipher.server';
import { replaceFile, syncFile } from '~/platform/fsync.server';
import { note } from '~/platform/observability/log.server';
import { listArchives, makePrivateFolder } from './backup-folder.server';

/*
 * The list of deletions lies beside the backups, which still hold what was deleted; a restore
 * applies it.
 *
 *   secondlook-deleted 1 <since> <mac>
 *   <ID in the audit log> <at> <action> <ID of the object> <mac>
 *
 * Each MAC is over the one before and the rest of its line, so no line can be added, changed, moved
 * or taken out; lines cut off the end are not noticed. Its key comes from that of the encrypted
 * columns, which every backup holds under its FILE_KEY.
 */
const fileName = 'deleted.ids';
const format = 'secondlook-deleted 1';
const linePattern = /^(\d+) (\d+) ([a-z]+\.[a-zA-Z]+) ([A-Za-z0-9_-]+) ([A-Za-z0-9_-]{43})$/;
const headPattern = new RegExp(`^${format} (\\d+) ([A-Za-z0-9_-]{43})$`);

/**
 * An audit entry that a restore of an older backup has to repeat. `at` in milliseconds since 1970.
 */
export type Deletion = { id: number; at: number; action: string; objectId: string };

/** What was deleted, in order; nothing is missing that was deleted from `since` on. */
export type DeletionList = { since: number; entries: Deletion[] };

/** The path of the list in a folder of backups. */
export const deletionListIn = (folder: string): string => join(folder, fileName);

/** What makes two entries the same. */
export const keyOfDeletion = ({ id, at, action, objectId }: Deletion): string =>
  `${id} ${at} ${action} ${objectId}`;

function macOf(before: string, body: string): string {
  return createHmac('sha256', keyOfDatabase('deletion list'))
    .update(`${before}\n${body}`)
    .digest('base64url');
}

/**
 * Writes lines after a MAC.
 *
 * @returns their text, and the last MAC.
 */
function linesAfter(before: string, bodies: string[]): { text: string; end: string } {
  let [text, end] = ['', before];
  for (const body of bodies) {
    end = macOf(end, body);
    text += `${body} ${end}\n`;
  }
  return { text, end };
}

/**
 * Reads a list. Takes its text.
 *
 * @returns the list and its last MAC; null where it is damaged, or of another database. A last line
 *   that was not written to its end counts as not written.
 */
export function parseDeletions(text: string): (DeletionList & { end: string; isWhole: boolean }) | null {
  const [head = '', ...lines] = text.split('\n').slice(0, -1);
  const [, since, headMac] = headPattern.exec(head) ?? [];
  if (!since || macOf('', `${format} ${since}`) !== headMac) return null;
  const entries: Deletion[] = [];
  let end = headMac;
  for (const line of lines) {
    const [, id, at, action = '', objectId = '', mac] = linePattern.exec(line) ?? [];
    const entry = { id: Number(id), at: Number(at), action, objectId };
    end = macOf(end, keyOfDeletion(entry));
    if (end !== mac) return null;
    entries.push(entry);
  }
  return { since: Number(since), entries, end, isWhole: text.endsWith('\n') };
}

/** Writes a list in place of the one that is there, whole or not at all. */
export function writeDeletions(path: string, { since, entries }: DeletionList): void {
  makePrivateFolder(dirname(path));
  const { text } = linesAfter('', [`${format} ${since}`, ...entries.map(keyOfDeletion)]);
  replaceFile(path, text);
}

/**
 * Opens the list in a folder of backups for adding to it. Only the server does. Takes the folder;
 * what gives the list as it was from the beginning, for where there is none or a damaged one, which
 * is set aside.
 *
 * @returns `since`; whether an entry is there; `add`, after which the entries are on the disk;
 *   whether the file is still the one that was opened; `prune`, which drops what no backup in the
 *   folder is older than.
 */
export function openDeletions(folder: string, fromBeginning: () => DeletionList) {
  const path = deletionListIn(folder);
  const found = existsSync(path) ? parseDeletions(readFileSync(path, 'utf8')) : null;
  if (!found && existsSync(path)) {
    setAside(path);
    note('deletions.rebuilt');
  }
  let list: DeletionList = found ?? fromBeginning();
  if (!found?.isWhole) writeDeletions(path, list);
  let end = parseDeletions(readFileSync(path, 'utf8'))?.end ?? '';
  let known = new Set(list.entries.map(keyOfDeletion));
  let seen = statSync(path);
  return {
    since: () => list.since,
    has: (entry: Deletion) => known.has(keyOfDeletion(entry)),
    isStill() {
      const now = statSync(path, { throwIfNoEntry: false });
      return now?.ino === seen.ino && now.dev === seen.dev && now.size === seen.size;
    },
    add(entries: Deletion[]) {
      const lines = linesAfter(end, entries.map(keyOfDeletion));
      appendFileSync(path, lines.text);
      syncFile(path);
      end = lines.end;
      seen = statSync(path);
      list.entries.push(...entries);
      for (const entry of entries) known.add(keyOfDeletion(entry));
    },
    prune() {
      const oldest = oldestBackupIn(folder);
      if (oldest === undefined || !list.entries.some(({ at }) => at < oldest)) return;
      list = {
        since: Math.max(list.since, oldest),
        entries: list.entries.filter(({ at }) => at >= oldest),
      };
      writeDeletions(path, list);
      end = parseDeletions(readFileSync(path, 'utf8'))?.end ?? '';
      known = new Set(list.entries.map(keyOfDeletion));
      seen = statSync(path);
    },
  };
}

/**
 * Puts a list that cannot be used where nobody takes it for one, and the operator can look at it.
 */
export function setAside(path: string): void {
  renameSync(path, `${path}.damaged-${Date.now()}`);
}

/**
 * When the oldest backup in a folder was made: one with a name of the operator's own, by the time
 * of its file.
 */
function oldestBackupIn(folder: string): number | undefined {
  const ours = new Map(listArchives(folder).map(({ path, at }) => [path, at]));
  const times = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.startsWith(fileName))
    .map(({ name }) => join(folder, name))
    .map((path) => ours.get(path) ?? statSync(path).mtimeMs);
  return times.length > 0 ? Math.floor(Math.min(...times)) : undefined;
}
