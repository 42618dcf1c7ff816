import { readEmail } from '#shared/typed-emails.ts'

export const MAX_EMAILS = 1_000
export const MAX_GROUP_MEMBERS = 2_000

/** The addresses in a typed or pasted text, each once, and the parts that contain none. */
export type PastedEmails = { emails: string[]; invalid: string[] }

/**
 * Reads addresses separated by lines, commas, semicolons, or spaces, also with names:
 * `Nora Night <nora@example.com>; ada@example.com`.
 */
export function readPastedEmails(text: string): PastedEmails {
  const emails = new Map<string, string>()
  const invalid = new Set<string>()
  for (const part of text.split(/[\n\r,;]+/).map((each) => each.trim())) {
    if (part === '') continue
    const whole = readEmail(part)
    const isOne = 'text' in whole && !/\s/.test(whole.text)
    const tokens = isOne ? [part] : part.split(/\s+/).filter((token) => token.includes('@'))
    if (tokens.length === 0) invalid.add(part)
    for (const token of tokens) {
      const read = readEmail(token)
      if (!('text' in read)) invalid.add(token)
      else if (!emails.has(read.text.toLowerCase())) emails.set(read.text.toLowerCase(), read.text)
    }
  }
  return { emails: [...emails.values()], invalid: [...invalid] }
}
