import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile, syncFile } from '~/platform/fsync.server';
import { note } from '~/platform/observability/log.server';
import { keyOfDatabase } from '~/platform/secrets/column-cipher.server';
import { listArchives, makePrivateFolder } from './backup-folder.server';

/*
 * The list of deletions lies beside the backups, which still hold the deleted data; a restore
 * applies it.
 *
 *   secondlook-deleted 1 <since> <mac>
 *   <ID in the audit log> <at> <action> <ID of the object> <mac>
 *
 * Each MAC covers the MAC before it and the rest of its line, so no line can be added, changed,
 * moved or removed. Lines cut off the end go unnoticed. The key of the MACs is derived from that of
 * the encrypted columns, which every backup holds under its FILE_KEY.
 */
const fileName = 'deleted.ids';
const format = 'secondlook-deleted 1';
const linePattern = /^(\d+) (\d+) ([a-z]+\.[a-zA-Z]+) ([A-Za-z0-9_-]+) ([A-Za-z0-9_-]{43})$/;
const headPattern = new RegExp(`^${format} (\\d+) ([A-Za-z0-9_-]{43})$`);

/** An audit entry that a restore of an older backup repeats; `at` in milliseconds since 1970. */
export type Deletion = { id: number; at: number; action: string; objectId: string };

/** The deletions in order, complete from `since` on. */
export type DeletionList = { since: number; entries: Deletion[] };

/** Returns the path of the list in a folder of backups. */
export const deletionListIn = (folder: string): string => join(folder, fileName);

/** Returns the key of an entry; equal entries have equal keys. */
export const keyOfDeletion = ({ id, at, action, objectId }: Deletion): string =>
  `${id} ${at} ${action} ${objectId}`;

function macOf(before: string, body: string): string {
  return createHmac('sha256', keyOfDatabase('deletion list'))
    .update(`${before}\n${body}`)
    .digest('base64url');
}

/**
 * Builds the lines that follow a MAC.
 *
 * @returns their text and the last MAC.
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
 * Parses the text of a list.
 *
 * @returns the list and its last MAC; null if it is damaged or belongs to another database. An
 *   incomplete last line is ignored.
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

/** Replaces the stored list, whole or not at all. */
export function writeDeletions(path: string, { since, entries }: DeletionList): void {
  makePrivateFolder(dirname(path));
  const { text } = linesAfter('', [`${format} ${since}`, ...entries.map(keyOfDeletion)]);
  replaceFile(path, text);
}

/**
 * Opens the list in a folder of backups for appending. Only the server does. A damaged list is set
 * aside.
 *
 * @param fromBeginning builds the full list if the stored one is missing or damaged.
 * @returns `since`; `has`, whether the list holds an entry; `add`, which returns once the entries
 *   are on the disk; `isStill`, whether the file is the one that was opened; `prune`, which drops
 *   entries older than every backup in the folder.
 */
export function openDeletions(folder: string, fromBeginning: () => DeletionList) {
  const path = deletionListIn(folder);
  const storedList = existsSync(path) ? parseDeletions(readFileSync(path, 'utf8')) : null;
  if (!storedList && existsSync(path)) {
    moveAside(path);
    note('deletions.rebuilt');
  }
  let list: DeletionList = storedList ?? fromBeginning();
  if (!storedList?.isWhole) writeDeletions(path, list);
  let end = parseDeletions(readFileSync(path, 'utf8'))?.end ?? '';
  let knownKeys = new Set(list.entries.map(keyOfDeletion));
  let fileStat = statSync(path);
  return {
    since: () => list.since,
    has: (entry: Deletion) => knownKeys.has(keyOfDeletion(entry)),
    isStill() {
      const now = statSync(path, { throwIfNoEntry: false });
      return now?.ino === fileStat.ino && now.dev === fileStat.dev && now.size === fileStat.size;
    },
    add(entries: Deletion[]) {
      const lines = linesAfter(end, entries.map(keyOfDeletion));
      appendFileSync(path, lines.text);
      syncFile(path);
      end = lines.end;
      fileStat = statSync(path);
      list.entries.push(...entries);
      for (const entry of entries) knownKeys.add(keyOfDeletion(entry));
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
      knownKeys = new Set(list.entries.map(keyOfDeletion));
      fileStat = statSync(path);
    },
  };
}

/** Renames an unusable list, so that nothing reads it and the operator can inspect it. */
export function moveAside(path: string): void {
  renameSync(path, `${path}.damaged-${Date.now()}`);
}

/**
 * Returns when the oldest backup in a folder was made. A backup whose name the operator chose
 * counts by the time of its file.
 */
function oldestBackupIn(folder: string): number | undefined {
  const ours = new Map(listArchives(folder).map(({ path, at }) => [path, at]));
  const times = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.startsWith(fileName))
    .map(({ name }) => join(folder, name))
    .map((path) => ours.get(path) ?? statSync(path).mtimeMs);
  return times.length > 0 ? Math.floor(Math.min(...times)) : undefined;
}
