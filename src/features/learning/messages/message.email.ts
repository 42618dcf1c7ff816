import {
  type EmailSite,
  fillText,
  getNameValues,
  type MemberNames,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { type EmailContent, renderEmail } from '#platform/mail/email-template.ts'
import { escapeHtml } from '#shared/escape-html.ts'

type MessageEmail = {
  site: EmailSite
  publicUrl: string
  member: MemberNames
  /** The subject and the rendered body, with variables. */
  subject: string
  html: string
  course: string
  lecture: string
  leaveAddress: string
}

/** A message from staff to a learner. */
export function renderMessageEmail(message: MessageEmail): EmailContent {
  const { site, publicUrl, member, subject: typed, html, course, lecture, leaveAddress } = message
  const values = { ...getNameValues(member), course, lecture, academy: site.name }
  const escaped = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))
  const subject = fillText(typed, values)
  return renderEmail({
    site,
    subject,
    isOwnSubject: true,
    preview: '',
    heading: subject,
    paragraphs: [],
    body: fillText(completeAddresses(html, publicUrl), escaped),
    leave: {
      why: `You’re getting this email because you have an account at ${site.name}.`,
      label: 'Unsubscribe from messages from the academy',
      address: leaveAddress,
    },
  })
}

/** In an email, links to this site and its pictures need a complete URL. */
function completeAddresses(html: string, publicUrl: string): string {
  return html.replaceAll(/ (href|src)="(\/(?!\/)[^"]*)"/g, (_, name: string, path: string) => {
    return ` ${name}="${escapeHtml(publicUrl)}${path}"`
  })
}
