import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { pluralize } from '#shared/pluralize.ts'
import { pageAddress } from '#shared/pages.ts'
import { MAX_NOTIFICATIONS_PER_EMAIL, type EmailKind, EMAIL_KINDS } from './notifications.rules.ts'

type NotificationsEmailParams = {
  site: EmailSite
  member: MemberNames
  kind: EmailKind
  /**
   * The entries, oldest first. There is at least one. `address` is a path on the site if the entry leads to a single
   * place.
   */
  listed: readonly { words: string; address: string | null }[]
  publicUrl: string
  leaveAddress: string
}

export function renderNotificationsEmail({
  site,
  member,
  kind,
  listed,
  publicUrl,
  leaveAddress,
}: NotificationsEmailParams): EmailContent {
  const { label, inSentence } = EMAIL_KINDS[kind]
  const [first] = listed
  const isOne = listed.length === 1
  const left = listed.length - MAX_NOTIFICATIONS_PER_EMAIL
  const summary = isOne && first ? first.words : `${label}: ${listed.length}`
  return renderEditableEmail('notifications', {
    site,
    values: { ...getNameValues(member), summary },
    preview: first?.words ?? label,
    heading: label,
    paragraphs: [
      ...listed.slice(0, MAX_NOTIFICATIONS_PER_EMAIL).map(({ words }) => words),
      ...(left > 0 ? [`And ${pluralize(left, 'more notification')}.`] : []),
    ],
    button:
      isOne && first?.address
        ? { label: 'View', address: publicUrl + first.address }
        : { label: 'View all', address: publicUrl + pageAddress('/Account/Notices') },
    leave: {
      why: `You’re getting this email because you have ${inSentence} turned on. Manage them in your account, under Email preferences.`,
      label: `Unsubscribe from ${inSentence}`,
      address: leaveAddress,
    },
  })
}
