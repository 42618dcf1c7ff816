import { type EmailTextName, getEmailText, getVariables } from './email-texts.rules.ts'

/** The owner's texts by email, as they are stored in the site settings: only what differs from the standard texts. */
export type OwnEmailTexts = Readonly<Record<string, { subject?: string | undefined; opening?: string | undefined }>>

export const VARIABLE_PATTERN = /\{([^{}]*)\}/g

/** The variables that a text may use, with their meanings. */
export type Variables = Readonly<Record<string, string>>

/** Returns the variables that a text uses but that don't exist. */
export function findUnknownVariables(known: Variables, text: string): string[] {
  return [...text.matchAll(VARIABLE_PATTERN)].map(([, used = '']) => used).filter((used) => !Object.hasOwn(known, used))
}

/** Returns the text in use. An own text with an unknown variable, saved by another version, is not used. */
export function resolveEmailText(name: EmailTextName, texts: OwnEmailTexts) {
  const standard = getEmailText(name)
  const own = Object.hasOwn(texts, name) ? texts[name] : undefined
  const isUsable = (text: string | undefined) =>
    text !== undefined && findUnknownVariables(getVariables(name), text).length === 0
  const isOwnSubject = isUsable(own?.subject)
  const isOwnOpening = isUsable(own?.opening)
  return {
    subject: (isOwnSubject && own?.subject) || standard.subject,
    opening: (isOwnOpening ? own?.opening : undefined) ?? standard.opening,
    isOwnSubject,
    isOwnOpening,
  }
}

export function splitParagraphs(opening: string): string[] {
  return opening.split(/\n+/).filter((paragraph) => paragraph.trim() !== '')
}

/**
 * Replaces each variable with its value, once, so that braces in a value stay as they are. If a value is empty, the
 * space after it is removed, too.
 */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\{([^{}]*)\}( ?)/g, (whole, name: string, space: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined) return whole
      return value === '' ? '' : value + space
    })
    .trim()
}
