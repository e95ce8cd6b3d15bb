import { parse } from '@conform-to/dom';

/** Two fields that have to say the same, and what to say beside the first when they do not. */
type Same = { field: string; as: string; words: string };

/** What a form is checked for before anything is sent (docs/requirements.md#validation). */
export type FormChecks = {
  /** Field → the sentence for leaving it empty, read off the operation's schema by the loader. */
  missing: Record<string, string>;
  /** With a file: the most bytes it may have, and what to say when it has more. */
  maxBytes?: number;
  tooLarge?: string;
  /** Said as a message too. */
  same?: Same;
  /** What else is wrong: field → sentence. */
  check?: (formData: FormData) => Record<string, string>;
};

/** Whether two fields that have to say the same say different things. */
export function differ(formData: FormData, { field, as }: Same) {
  const [one, other] = [formData.get(field), formData.get(as)];
  return Boolean(one && other) && one !== other;
}

/** What the form library does with a form that is about to be sent: its mistakes, or its values. */
export function checkForm(formData: FormData, checks: FormChecks) {
  return parse(formData, {
    resolve: (value) => {
      const error = mistakesIn(formData, checks);
      return Object.keys(error).length > 0 ? { error } : { value };
    },
  });
}

function mistakesIn(formData: FormData, { missing, maxBytes, tooLarge, same, check }: FormChecks) {
  const error: Record<string, string[]> = {};
  for (const [name, sentence] of Object.entries(missing)) {
    const value = formData.get(name);
    const isEmpty = value instanceof File ? value.name === '' : !value?.trim();
    if (isEmpty) error[name] = [sentence];
  }
  if (same && differ(formData, same)) error[same.field] = [same.words];
  for (const [name, value] of formData) {
    if (value instanceof File && maxBytes && tooLarge && value.size > maxBytes) error[name] = [tooLarge];
  }
  for (const [name, sentence] of Object.entries(check?.(formData) ?? {})) error[name] ??= [sentence];
  return error;
}
