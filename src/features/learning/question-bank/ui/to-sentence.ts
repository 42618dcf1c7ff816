/** Findings are told in the words of folders: `must not be empty`. */
export function toSentence(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const told = message.startsWith('must ') ? `This ${message}` : message
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}${/[.!?]$/.test(told) ? '' : '.'}`
}
