import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { languageCodes } from '../../app/i18n/language-codes';

const inApp = (path: string) => fileURLToPath(new URL(`../../app/${path}`, import.meta.url));
const replacedFile = inApp('i18n/catalogue-of.ts');

/**
 * Gives a built server one file for each language except English, loaded when first needed. Most
 * clinics use two or three, and the characters of nine scripts were a third of what a start reads.
 */
export function lateLanguages(): Plugin {
  return {
    name: 'late-languages',
    apply: 'build',
    load(id) {
      if (id !== replacedFile) return;
      const files = languageCodes
        .filter((language) => language !== 'en')
        .map((language) => {
          const chunk = inApp(`i18n/messages/${language}/index.ts`);
          const file = this.emitFile({ type: 'chunk', id: chunk, name: `language-${language}` });
          return `${language}: import.meta.ROLLUP_FILE_URL_${file}`;
        });
      return `import { createRequire } from 'node:module';
        import { fileURLToPath } from 'node:url';
        import { en } from './messages/en';
        const read = createRequire(import.meta.url);
        const files = { ${files.join(', ')} };
        export const catalogueOf = (language) =>
          language === 'en' ? en : read(fileURLToPath(files[language]))[language];`;
    },
  };
}
