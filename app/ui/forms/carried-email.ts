let email = '';

/**
 * Remembers the e-mail address in a field for the next page, in the memory of this tab only.
 *
 * @param id the field's ID.
 */
export function carryEmail(fieldId: string): void {
  const field = document.getElementById(fieldId);
  email = field instanceof HTMLInputElement ? field.value : '';
}

/** Returns the remembered address; empty on the server and if there is none. */
export const carriedEmail = () => email;
