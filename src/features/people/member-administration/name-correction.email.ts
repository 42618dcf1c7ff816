import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'

type NameChangeParams = {
  site: EmailSite
  member: MemberNames
  time: string
  from: string
  to: string
  /** How many existing certificates now show the new name. */
  certificates: number
}

export function renderNameChangedEmail({ site, member, time, from, to, certificates }: NameChangeParams): EmailContent {
  const issued =
    certificates === 0
      ? 'Your existing certificates keep the name they were issued with.'
      : 'Your existing certificates now show the new name, too.'
  return renderEditableEmail('name_corrected', {
    site,
    values: { ...getNameValues(member), time },
    preview: 'Please check that the new name is correct.',
    heading: 'Your name was corrected',
    fact: issued,
    table: [
      { label: 'Old name', value: from || 'No name' },
      { label: 'New name', value: to },
    ],
    afterward: [`If this isn’t right, ${describeReplyTo(site)}.`],
  })
}
