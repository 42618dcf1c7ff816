/**
 * Turns a validation message into a sentence. Messages have no subject, because imports show them after a file's name:
 * `must not be empty`.
 */
export function toSentence(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const sentence = message.startsWith('must ') ? `This ${message}` : message
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.!?]$/.test(sentence) ? '' : '.'}`
}
