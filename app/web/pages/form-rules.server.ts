import type { z } from 'zod';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { Language } from '~/i18n/languages';
import { isMessageKey, translate } from '~/i18n/translate';
import { newId } from '~/platform/ids.server';
import { maxBytesEachOf, maxBytesOf } from '~/web/pipeline/file-error.server';

/** Field → the sentence for leaving it empty. A field that may be left empty is not in it. */
export type FormRules = Record<string, string>;

/**
 * What a form needs to know to say "this is missing" before anything is sent, read off the
 * operation's own schema, so that the browser needs neither the schema nor a copy of its sentences.
 */
export function formRules(operation: AnyOperation, language: Language): FormRules {
  const schema: z.ZodType = operation.inputOnPage ?? operation.input;
  const issues = schema.safeParse({}).error?.issues ?? [];
  const { field, missing } = operation.file ?? {};
  const file = field && missing ? [{ path: [field], message: missing }] : [];
  const details: FormRules = {};
  for (const { path, message } of [...issues, ...file]) {
    const name = String(path[0] ?? '');
    if (name && !(name in details) && isMessageKey(message)) details[name] = translate(language, message);
  }
  return details;
}

/**
 * The same for a form with a file: how large it may be, what to say of one that is refused, and a
 * key that makes a form sent twice one report.
 */
export function uploadRules(operation: AnyOperation, language: Language) {
  const { file: rule = { field: '', description: '' } } = operation;
  const { most = 1 } = rule;
  const [maxBytes, maxBytesEach] = [maxBytesOf(rule), maxBytesEachOf(rule)];
  const megabytes = maxBytes / 1024 / 1024;
  return {
    missing: formRules(operation, language),
    megabytes,
    maxBytes,
    refusals: {
      phoneNumber: translate(language, 'phone.notInCountry'),
      pages: {
        ...{ maxBytes, maxBytesEach },
        together: translate(language, 'upload.tooLargeTogether', { megabytes }),
        each: translate(language, 'upload.pageTooLarge', { megabytes: maxBytesEach / 1024 / 1024 }),
      },
    },
    pageRules: {
      most,
      kind: translate(language, 'upload.wrongType'),
      placeholder: translate(language, 'upload.placeholder'),
      empty: translate(language, 'upload.empty'),
      mixed: translate(language, 'upload.mixed'),
      unreadable: translate(language, 'file.unreadable'),
      tooMany: translate(language, 'upload.mostPages', { most }),
    },
    submissionKey: newId(),
  };
}

/** How many files an answer takes, and how large they may be together. */
export function answerLimits({ file }: AnyOperation) {
  return { megabytes: maxBytesOf(file ?? {}) / 1024 / 1024, most: file?.most ?? 1 };
}
