import type { z } from 'zod';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { Language } from '~/i18n/languages';
import { isMessageKey, translate } from '~/i18n/translate';
import { newId } from '~/platform/ids.server';
import { maxBytesEachOf, maxBytesOf } from '~/web/pipeline/file-mistakes.server';

/** The sentence for each required field that is left empty. Optional fields have none. */
type FormRules = Record<string, string>;

/**
 * Derives the sentences for missing fields from the operation's own schema. The form can show them
 * before anything is sent, and the browser needs neither the schema nor a copy of its sentences.
 */
export function formRules(operation: AnyOperation, language: Language): FormRules {
  const schema: z.ZodType = operation.inputOnPage ?? operation.input;
  const issues = schema.safeParse({}).error?.issues ?? [];
  const { field, missingMessage } = operation.file ?? {};
  const file = field && missingMessage ? [{ path: [field], message: missingMessage }] : [];
  const details: FormRules = {};
  for (const { path, message } of [...issues, ...file]) {
    const name = String(path[0] ?? '');
    if (name && !(name in details) && isMessageKey(message)) details[name] = translate(language, message);
  }
  return details;
}

/**
 * Returns the rules for a form with a file: its maximum size, the sentences for refused files, and
 * a key that makes a form sent twice one report.
 */
export function uploadRules(operation: AnyOperation, language: Language) {
  const { file: rule = { field: '', description: '' } } = operation;
  const { maxFiles = 1 } = rule;
  const [maxBytes, maxBytesEach] = [maxBytesOf(rule), maxBytesEachOf(rule)];
  const megabytes = maxBytes / 1024 / 1024;
  return {
    required: formRules(operation, language),
    megabytes,
    maxBytes,
    refusals: {
      phoneNumber: translate(language, 'phone.notInCountry'),
      pages: {
        maxBytes,
        maxBytesEach,
        allTooLarge: translate(language, 'upload.tooLargeTogether', { megabytes }),
        pageTooLarge: translate(language, 'upload.pageTooLarge', { megabytes: maxBytesEach / 1024 / 1024 }),
      },
    },
    pageRules: {
      maxPages: maxFiles,
      kind: translate(language, 'upload.wrongType'),
      placeholder: translate(language, 'upload.placeholder'),
      empty: translate(language, 'upload.empty'),
      mixed: translate(language, 'upload.mixed'),
      unreadable: translate(language, 'file.unreadable'),
      tooMany: translate(language, 'upload.mostPages', { most: maxFiles }),
    },
    submissionKey: newId(),
  };
}

/** Returns how many files a patient's answer may have, and their maximum total size. */
export function answerLimits({ file }: AnyOperation) {
  return { megabytes: maxBytesOf(file ?? {}) / 1024 / 1024, maxFiles: file?.maxFiles ?? 1 };
}
