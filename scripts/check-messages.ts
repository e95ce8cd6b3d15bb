// Part of npm run check: lists the messages missing in a language. Users read these in English, so
// nothing else fails. Exits with 1 if any is missing.
import { catalogues } from '../app/i18n/catalogues';
import { allLanguages } from '../app/i18n/languages';
import { missingMessages } from './lib/missing-messages';

const missing = allLanguages.flatMap((language) =>
  missingMessages(catalogues.en, catalogues[language]).map((line) => `app/i18n/messages/${language}/${line}`),
);
for (const line of missing) console.error(line);
console.log(`${allLanguages.length} languages, ${missing.length} sentences missing`);
process.exitCode = missing.length > 0 ? 1 : 0;
