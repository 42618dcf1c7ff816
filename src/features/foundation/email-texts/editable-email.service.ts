import { type EmailContent, type EmailTemplate, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { tidyLine } from '#shared/tidy-text.ts'
import type { EmailTextName, EmailTextValues } from './email-texts.rules.ts'
import { fillText, type OwnEmailTexts, resolveEmailText, splitParagraphs } from './text-filling.rules.ts'

/** The sender, and the owner's texts. */
export type EmailSite = Sender & { emailTexts: OwnEmailTexts }

type EditableEmail<Name extends EmailTextName> = Omit<EmailTemplate, 'subject' | 'paragraphs' | 'isOwnSubject'> & {
  site: EmailSite
  values: EmailTextValues<Name>
  /** A fact after the opening: in the last paragraph of a standard opening, or in a new one after the owner's. */
  fact?: string
  /** Replaces the opening in special cases in which it would be wrong. */
  insteadOfOpening?: string | undefined
  /** The paragraphs after the opening. The owner can't change them. */
  paragraphs?: string[]
}

/** Renders an email with the subject and opening of the owner, if there are any. The rest is always the same. */
export function renderEditableEmail<Name extends EmailTextName>(
  name: Name,
  { values: given, fact = '', insteadOfOpening, paragraphs = [], ...email }: EditableEmail<Name>,
): EmailContent {
  const { site } = email
  const text = resolveEmailText(name, site.emailTexts)
  const values = { ...given, academy: site.name }
  const opening = splitParagraphs(text.opening).map((paragraph) => fillText(paragraph, values))
  const first =
    text.isOwnOpening && insteadOfOpening === undefined
      ? [...opening, fact]
      : appendToLast(insteadOfOpening === undefined ? opening : [insteadOfOpening], fact)
  return renderEmail({
    ...email,
    subject: fillText(text.subject, values) || email.heading,
    isOwnSubject: text.isOwnSubject,
    paragraphs: [...first.filter((paragraph) => paragraph !== ''), ...paragraphs],
  })
}

function appendToLast(paragraphs: string[], fact: string): string[] {
  return [...paragraphs.slice(0, -1), [paragraphs.at(-1), fact].filter(Boolean).join(' ')]
}

export type MemberNames = { firstName: string; lastName: string; username: string }

/** Returns the values of the variables `first_name` and `name`. */
export function getNameValues({ firstName, lastName, username }: MemberNames): { first_name: string; name: string } {
  const first = tidyLine(firstName)
  return { first_name: first || username, name: tidyLine(`${first} ${lastName}`) || username }
}
