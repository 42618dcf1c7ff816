/** A cell of a CSV file (RFC 4180). What begins as a formula would be run by a spreadsheet: an apostrophe makes it a text. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
