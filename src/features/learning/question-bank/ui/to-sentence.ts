/** Validation messages are worded for folders, without a subject: `must not be empty`. */
export function toSentence(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const sentence = message.startsWith('must ') ? `This ${message}` : message
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.!?]$/.test(sentence) ? '' : '.'}`
}
