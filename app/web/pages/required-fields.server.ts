import type { AnyOperation } from '~/domain/kernel/operation';
import { requestLanguage } from '~/web/request/request-language.server';
import { formRules } from './form-rules.server';

/** Returns the sentence for each of these fields of an operation that is left empty. */
export function requiredFields<Name extends string>(operation: AnyOperation, ...names: Name[]) {
  const required = formRules(operation, requestLanguage());
  return Object.fromEntries(names.map((name) => [name, required[name] ?? ''])) as Record<Name, string>;
}
