import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Done } from './orders.contract.ts'

// Staff actions on a member's account. Names and addresses follow the rules of the member forms.

const MemberParams = z.strictObject({ id: z.uuid('Member not found.') })
const params = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' }

const typed = z.string('Please enter text.').max(1_000, 'Please use at most 1,000 characters.').default('')

export const endMemberSession = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/sessions/:session/end/',
  access: { may: 'end sessions' },
  summary: 'Log a member out of one device',
  description: 'Its token stops working at once. A pending email change is canceled.',
  params: MemberParams.extend({ session: z.uuid('Session not found.') }),
  body: z.strictObject({}),
  reply: Done,
  example: {
    params: { ...params, session: '3f0c2a64-1d53-4a0e-9a53-6c1f0c1d2e77' },
    body: {},
    reply: { message: 'Device logged out.' },
  },
})

export const endMemberSessions = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/sessions/end/',
  access: { may: 'end sessions' },
  summary: 'Log a member out everywhere',
  description: 'The account stays open with the same password. A pending email change is canceled.',
  params: MemberParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: '2 devices logged out.' } },
})

export const correctMemberName = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/name/',
  access: { may: 'change name' },
  summary: "Correct a member's name",
  description:
    'Emails the member the old and new names. Issued certificates keep the old name unless `on_certificates` is true; then valid ones show the new name. Send the name the caller saw as `instead_of`: if it has changed since, the request is rejected.',
  params: MemberParams,
  body: z.strictObject({
    first_name: typed,
    last_name: typed,
    credentials_after_name: typed,
    on_certificates: z.boolean('Must be true or false.').default(false),
    instead_of: z.string('Please enter text.').max(3_000, 'Please use at most 3,000 characters.').optional(),
  }),
  reply: Done,
  example: {
    params,
    body: { first_name: 'Nora', last_name: 'Nightingale', credentials_after_name: 'RN', on_certificates: false },
    reply: { message: 'Name corrected. We’re emailing the member.' },
  },
})

export const changeMemberEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/email/',
  access: { may: 'change email' },
  summary: 'Start a learner’s email change',
  description:
    'Notifies the current address at once, with a link that cancels the change. After three days, the new address gets a link. Opening it changes the email address and ends all sessions. If the current address was never verified, the new one gets its link at once. A new request replaces an earlier one.',
  params: MemberParams,
  body: z.strictObject({ email: typed }),
  reply: Done,
  example: {
    params,
    body: { email: 'nora@hospital.example.com' },
    reply: {
      message:
        'We notified nora@example.com. Unless the member cancels, we’ll send a link to nora@hospital.example.com on Nov 29, 2026, 3:00 PM ET. The email address changes when that link is opened.',
    },
  },
})

export const exportMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/data/',
  access: { may: 'export member' },
  summary: "Export a member's data as a ZIP file",
  description:
    'The same file that members can download from their account page. The export is recorded in the audit log.',
  params: MemberParams,
  body: z.strictObject({}),
  reply: { file: 'application/zip' },
  example: { params, body: {} },
})

export const eraseMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/erase/',
  access: { may: 'delete member' },
  summary: 'Delete a member permanently',
  description:
    'Deletes everything that identifies the member. Invoice details are kept encrypted for 10 years, for tax records. Rejected for staff, and while a payment is pending or disputed. `username` confirms who is meant.',
  params: MemberParams,
  body: z.strictObject({ username: typed }),
  reply: Done,
  example: {
    params,
    body: { username: 'nora' },
    reply: {
      message:
        'Member deleted. Sales and certificates are kept without a name. Invoice details are kept, encrypted, for 10 years.',
    },
  },
})
