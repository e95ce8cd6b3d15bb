// Part of npm run check: lists the messages missing in a language, and the translated files whose
// English file has changed since they were read. Users read missing ones in English, so nothing else
// fails. Exits with 1 if there is any.
import { join } from 'node:path';
import { catalogues } from '../app/i18n/catalogues';
import { allLanguages } from '../app/i18n/languages';
import { listStale } from './lib/english-digests.mjs';
import { missingMessages } from './lib/missing-messages';
import { root } from './lib/project.mjs';

const missing = allLanguages.flatMap((language) =>
  missingMessages(catalogues.en, catalogues[language]).map((line) => `app/i18n/messages/${language}/${line}`),
);
const stale = listStale(join(root, 'app/i18n/messages'));
for (const line of missing) console.error(line);
for (const { language, file } of stale)
  console.error(
    `app/i18n/messages/${language}/${file}.json: the English file has changed. Read it again, then: npm run messages -- confirm ${language} ${file}`,
  );
console.log(
  `${allLanguages.length} languages, ${missing.length} sentences missing, ${stale.length} files to be read again`,
);
process.exitCode = missing.length + stale.length > 0 ? 1 : 0;
