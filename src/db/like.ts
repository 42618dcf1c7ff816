/** A pattern for `ilike` that fits whatever has this text in it. */
export function containing(text: string): string {
  return `%${literally(text)}%`
}

/** A pattern for `ilike` that fits whatever begins with this text. */
export function beginningWith(text: string): string {
  return `${literally(text)}%`
}

/** Signs of patterns stand for themselves. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}
