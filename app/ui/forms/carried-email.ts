let carried = '';

/**
 * Remembers the address in a field for the page that is opened next, in this tab's memory alone.
 * Takes the field's id.
 */
export function carryEmail(fieldId: string): void {
  const field = document.getElementById(fieldId);
  carried = field instanceof HTMLInputElement ? field.value : '';
}

/** The address that was carried here; empty on the server and where none was. */
export const carriedEmail = () => carried;
