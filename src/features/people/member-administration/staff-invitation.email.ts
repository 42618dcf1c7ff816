import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import type { StaffRole } from '#shared/policy.ts'

const ROLES: Record<StaffRole, string> = {
  owner: 'an owner, who can do everything',
  editor: 'an editor, who manages course content',
  support: 'support staff, who help members with their orders',
}

type StaffInvitationEmail = { site: Sender; role: StaffRole; address: string }

export function renderStaffInvitationEmail({ site, role, address }: StaffInvitationEmail): EmailContent {
  return renderEmail({
    site,
    subject: `You’re invited to join the staff of ${site.name}`,
    preview: 'Choose a password to get started. The link works once and expires in 3 days.',
    heading: 'You’re invited to join the staff',
    paragraphs: [
      `${site.name} invited you as ${ROLES[role]}.`,
      'Choose a password, set up two-factor authentication, and open the studio.',
    ],
    button: { label: 'Choose a password', address },
    afterward: [
      'The link works once and expires in 3 days. After that, ask the person who invited you for a new one.',
      `If you didn’t expect this, ${describeReplyTo(site)}. Nothing happens until you use the link.`,
    ],
  })
}
