import { findNearestWord } from '#shared/nearest-word.ts'
import { EMAIL_TEXT_NAMES, type EmailTextName, getEmailText } from './email-texts.rules.ts'
import { type EditedText, findTextErrors, tidyEditedText } from './text-errors.rules.ts'
import type { OwnEmailTexts } from './text-filling.rules.ts'

const isName = (name: string): name is EmailTextName => EMAIL_TEXT_NAMES.some((known) => known === name)

/** Returns the errors in `email_texts` of `site.yaml` that the schema of the settings doesn't find. */
export function findWrittenTextErrors(written: unknown): { path: string[]; message: string }[] {
  if (!(written instanceof Object)) return []
  return Object.entries(written).flatMap(([name, texts]: [string, unknown]) => {
    if (!isName(name)) {
      const meant = findNearestWord(name, EMAIL_TEXT_NAMES)
      return [{ path: [name], message: `unknown email${meant === undefined ? '' : `; did you mean ${meant}?`}` }]
    }
    const errors = findTextErrors(name, withStandard(name, texts))
    return Object.entries(errors).flatMap(([field, messages]) =>
      messages.map((message) => ({ path: [name, field], message: `${name}, ${field}: ${message}` })),
    )
  })
}

/** Tidies texts for storage and leaves out standard texts, so that improvements of these apply later. */
export function toStoredTexts(texts: OwnEmailTexts): OwnEmailTexts | undefined {
  const own = Object.entries(texts).flatMap(([name, text]) => {
    if (!isName(name)) return [[name, text] as const]
    const differing = toStoredText(name, withStandard(name, text))
    return differing ? [[name, differing] as const] : []
  })
  return own.length > 0 ? Object.fromEntries(own) : undefined
}

/** Adds the standard text where there is no other. */
function withStandard(name: EmailTextName, texts: unknown): EditedText {
  const { subject, opening } = getEmailText(name)
  const given: { subject?: unknown; opening?: unknown } = texts instanceof Object ? texts : {}
  return {
    subject: typeof given.subject === 'string' ? given.subject : subject,
    opening: typeof given.opening === 'string' ? given.opening : opening,
  }
}

export function toStoredText(name: EmailTextName, text: EditedText): OwnEmailTexts[string] | undefined {
  const standard = getEmailText(name)
  const { subject, opening } = tidyEditedText(text)
  if (subject === standard.subject && opening === standard.opening) return undefined
  return { ...(subject !== standard.subject && { subject }), ...(opening !== standard.opening && { opening }) }
}
