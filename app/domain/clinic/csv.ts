/** A first character that makes a spreadsheet compute a cell, whatever the file says it is. */
const computed = /^[=+\-@\t\r]/;

/**
 * Formats a row of a CSV file (RFC 4180). A cell that a spreadsheet would compute begins with an
 * apostrophe.
 */
export const toCsvRow = (cells: string[]): string =>
  `${cells.map((cell) => `"${(computed.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
