import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Done } from './orders.contract.ts'

// Staff actions on a member's account. Names and addresses follow the member forms' rules.

const MemberParams = z.strictObject({ id: z.uuid('No such member.') })
const params = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' }

const typed = z.string('Please enter text.').max(1_000, 'Please use at most 1,000 characters').default('')

export const endMemberSession = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/sessions/:session/end/',
  access: { may: 'end sessions' },
  summary: 'Logs a member out of one device',
  description: 'Its token is worthless from then on. An email address that waits to be confirmed is forgotten.',
  params: MemberParams.extend({ session: z.uuid('No such session.') }),
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
  summary: 'Logs a member out everywhere',
  description:
    'The account stays open, its password as it is. An email address that waits to be confirmed is forgotten.',
  params: MemberParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: '2 devices are logged out.' } },
})

export const correctMemberName = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/name/',
  access: { may: 'change name' },
  summary: 'Corrects the name of a member',
  description:
    'A mail tells the member what it was and is. Certificates that were issued before keep their name, unless `on_certificates` says otherwise: those that are valid show the new one then. With `instead_of`, the printed name that the caller saw, a name that somebody has changed meanwhile is refused.',
  params: MemberParams,
  body: z.strictObject({
    first_name: typed,
    last_name: typed,
    credentials_after_name: typed,
    on_certificates: z.boolean('Must be true or false.').default(false),
    instead_of: z.string('Please enter text.').max(3_000, 'Please use at most 3,000 characters').optional(),
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
  summary: 'Starts to change a learner’s email',
  description:
    'The current address gets an email at once with a link that cancels the change. After three days the new address gets a link, and the email changes when that link is opened; all sessions end then. If the current address was never verified, the new one gets its link at once. A newer request replaces an older one.',
  params: MemberParams,
  body: z.strictObject({ email: typed }),
  reply: Done,
  example: {
    params,
    body: { email: 'nora@hospital.example.com' },
    reply: {
      message:
        'We notified nora@example.com. Unless they cancel, we’ll send a link to nora@hospital.example.com on November 29, 2026 at 3:00 PM EST. The email changes when that link is opened.',
    },
  },
})

export const exportMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/data/',
  access: { may: 'export member' },
  summary: 'Everything that is stored about a member, as a ZIP',
  description: 'The file that members get on their account page. The log tells who took it.',
  params: MemberParams,
  body: z.strictObject({}),
  reply: { file: 'application/zip' },
  example: { params, body: {} },
})

export const eraseMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/erase/',
  access: { may: 'erase member' },
  summary: 'Erases a member for good',
  description:
    'Everything that says who the member was goes; what the law wants kept of invoices stays, sealed. Refused for staff, and while a payment is open or disputed. `username` is typed as the answer to whether it is meant.',
  params: MemberParams,
  body: z.strictObject({ username: typed }),
  reply: Done,
  example: { params, body: { username: 'nora' }, reply: { message: 'The member is erased.' } },
})
