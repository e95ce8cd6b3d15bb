// Each translated file names the digest of the English file that it was last read beside. The build
// picks the messages of a page by their English keys, so the entry never reaches a browser.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The entry of a translated file that holds the digest. */
const digestKey = '$english';

const parse = (path) => JSON.parse(readFileSync(path, 'utf8'));
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Lists the names of the English files in a folder of messages, without `.json`. */
export const listMessageFiles = (folder) =>
  readdirSync(join(folder, 'en'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));

/** Lists the languages of a folder of messages that are translations. */
export const listTranslations = (folder) => foldersIn(folder).filter((language) => language !== 'en');

/** Returns the digest of an English file: of its sentences, whatever their order. */
function digestEnglish(folder, file) {
  const entries = Object.entries(parse(join(folder, 'en', `${file}.json`))).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
}

/**
 * Lists the translated files whose English file has changed since somebody read them beside it.
 *
 * @returns the language and the file of each.
 */
export function listStale(folder) {
  return listMessageFiles(folder).flatMap((file) => {
    const digest = digestEnglish(folder, file);
    return listTranslations(folder)
      .filter((language) => parse(join(folder, language, `${file}.json`))[digestKey] !== digest)
      .map((language) => ({ language, file }));
  });
}

/**
 * Records in a translated file that it was read beside the present English file.
 *
 * @returns the keys of sentences that it lacks; then nothing is recorded.
 */
export function confirmTranslation(folder, { language, file }) {
  const path = join(folder, language, `${file}.json`);
  const translated = parse(path);
  const missing = Object.keys(parse(join(folder, 'en', `${file}.json`))).filter((key) => !translated[key]);
  if (missing.length > 0) return missing;
  const line = `  "${digestKey}": "${digestEnglish(folder, file)}",\n`;
  const others = readFileSync(path, 'utf8').replace(/^ {2}"\$english": .*\n/m, '');
  writeFileSync(path, others.replace('{\n', `{\n${line}`));
  return [];
}
