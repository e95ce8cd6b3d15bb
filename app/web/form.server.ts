import type { z } from 'zod';
import type { Language } from '~/copy/en';
import { isCopyKey, say } from '~/copy/say';
import { newId } from '~/platform/ids';
import { type AnyOperation, mostBytesOf } from './attempt.server';

/** Field → the sentence for leaving it empty. A field that may be left empty is not in it. */
export type FormFacts = Record<string, string>;

/**
 * What a form needs to know to say "this is missing" before anything is sent, read off the operation's own schema, so that the
 * browser needs neither the schema nor a copy of its sentences.
 */
export function formFacts(operation: AnyOperation, language: Language): FormFacts {
  const schema: z.ZodType = operation.inputOnPage ?? operation.input;
  const issues = schema.safeParse({}).error?.issues ?? [];
  const file = operation.file ? [{ path: [operation.file.field], message: operation.file.missing }] : [];
  const facts: FormFacts = {};
  for (const { path, message } of [...issues, ...file]) {
    const field = String(path[0] ?? '');
    if (field && !(field in facts) && isCopyKey(message)) facts[field] = say(language, message);
  }
  return facts;
}

/**
 * The same for a form with a file: how large it may be, what to say of one that is refused, and a key that makes a form sent twice one
 * report.
 */
export function uploadFacts(operation: AnyOperation, language: Language) {
  const maxBytes = mostBytesOf(operation.file ?? {});
  return {
    missing: formFacts(operation, language),
    megabytes: maxBytes / 1024 / 1024,
    maxBytes,
    refusals: {
      kind: say(language, 'upload.wrongType'),
      empty: say(language, 'upload.empty'),
      phoneNumber: say(language, 'phone.notInCountry'),
    },
    submissionKey: newId(),
  };
}
