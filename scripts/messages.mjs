// npm run messages -- confirm LANGUAGE FILE
//
// Records that the sentences of a translated file were read again beside the English ones, such as
// `confirm ta reports`. "all" stands for every language or every file.
import './lib/node-version.mjs';
import { join } from 'node:path';
import { confirmTranslation, listMessageFiles, listStale, listTranslations } from './lib/english-digests.mjs';
import { command, root, Stop, say } from './lib/project.mjs';

const folder = join(root, 'app/i18n/messages');
const usage =
  'Usage: npm run messages -- confirm LANGUAGE FILE, such as: confirm ta reports; "all" stands for each';

command(() => {
  const [word, language, name, ...others] = process.argv.slice(2);
  if (word !== 'confirm' || !language || !name || others.length > 0) throw new Stop(usage);
  const file = name.replace(/\.json$/, '');
  const isKnown = (value, values) => value === 'all' || values.includes(value);
  if (!isKnown(language, listTranslations(folder)))
    throw new Stop(`There is no language ${language}. ${usage}`);
  if (!isKnown(file, listMessageFiles(folder))) throw new Stop(`There is no file ${file}. ${usage}`);
  const chosen = listStale(folder).filter(
    (one) => (language === 'all' || one.language === language) && (file === 'all' || one.file === file),
  );
  for (const one of chosen) {
    const missing = confirmTranslation(folder, one);
    if (missing.length > 0)
      throw new Stop(`${one.language}/${one.file}.json lacks ${missing.join(', ')}. Translate first.`);
  }
  say(`${chosen.length} files confirmed, ${listStale(folder).length} still to be read again`);
});
