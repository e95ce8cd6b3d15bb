import type { AnyOperation } from '~/domain/kernel/operation';
import { requestLanguage } from '~/web/request/request-language.server';
import { formRules } from './form-rules.server';

/** Returns the sentence for each of these fields of an operation that is left empty. */
export function missingFields<Name extends string>(operation: AnyOperation, ...names: Name[]) {
  const missing = formRules(operation, requestLanguage());
  return Object.fromEntries(names.map((name) => [name, missing[name] ?? ''])) as Record<Name, string>;
}
