// Part of npm run check: lists what a language does not say yet. People read it in English until it
// is there, so nothing else fails. Ends with 1 if anything is missing.
import { catalogues } from '../app/i18n/catalogues';
import { languageCodes } from '../app/i18n/languages';
import { missingMessages } from './lib/missing-messages';

const missing = languageCodes.flatMap((language) =>
  missingMessages(catalogues.en, catalogues[language]).map((line) => `app/i18n/messages/${language}/${line}`),
);
for (const line of missing) console.error(line);
console.log(`${languageCodes.length} languages, ${missing.length} sentences missing`);
process.exitCode = missing.length > 0 ? 1 : 0;
