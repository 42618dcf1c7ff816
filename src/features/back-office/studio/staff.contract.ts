import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { STAFF_ROLES } from '#shared/policy.ts'
import { Done } from './orders.contract.ts'

const role = z.enum(STAFF_ROLES, 'Choose a role.')
const StaffParams = z.strictObject({ id: z.uuid('Staff member not found.') })

const StaffMember = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role,
  has_factor: z.boolean().describe('Whether two-factor authentication or a passkey is set up.'),
  last_seen: z.iso.datetime().nullable().describe('Null without a session.'),
  is_you: z.boolean(),
  is_locked: z.boolean(),
  has_come: z.boolean().describe('False until the invitation link is used.'),
})

export type StaffMember = z.infer<typeof StaffMember>

const sam: StaffMember = {
  id: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
  name: 'Sam Staff',
  username: 'sam',
  email: 'sam@example.com',
  role: 'owner',
  has_factor: true,
  last_seen: '2026-11-22T15:00:00.000Z',
  is_you: true,
  is_locked: false,
  has_come: true,
}

export const readStaff = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/staff/',
  access: { may: 'see staff' },
  summary: 'List staff',
  description: 'By username.',
  reply: z.object({ staff: z.array(StaffMember) }),
  example: { reply: { staff: [sam] } },
})

const Invited = Done.extend({
  link: z
    .string()
    .nullable()
    .describe('Works once, within three days, and is shown only here. Null if no link is needed.'),
})

const LINK = 'https://academy.example.com/ResetPassword/b3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cV?next=%2FStudio%2F'

export const inviteStaff = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/staff/invite/',
  access: { may: 'add staff' },
  summary: 'Add a staff member',
  description:
    'Creates an account, and emails and returns a link for choosing its password, which gives the role. A member with a verified email becomes staff at once and needs no link. Without `username`, the member with this email is meant, or a free username is chosen.',
  body: z.strictObject({
    username: z.string('Please enter a username.').max(320).default(''),
    email: z.string('Please enter an email address.').max(320),
    role,
  }),
  reply: Invited,
  example: {
    body: { username: 'kim', email: 'kim@example.com', role: 'support' },
    reply: {
      message:
        'We’re emailing this link to kim@example.com. If it doesn’t arrive, send it yourself. It works once and expires in 3 days. Copy it now: it won’t be shown again.',
      link: LINK,
    },
  },
})

export const resendStaffInvitation = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/staff/:id/invite/',
  access: { may: 'add staff' },
  summary: 'Create a new invitation link',
  description: 'The earlier link stops working. Staff who already chose a password use “Forgot your password?”',
  params: StaffParams,
  body: z.strictObject({}),
  reply: Invited,
  example: {
    params: { id: sam.id },
    body: {},
    reply: {
      message:
        'We’re emailing this link to kim@example.com. If it doesn’t arrive, send it yourself. It works once and expires in 3 days. Copy it now: it won’t be shown again.',
      link: LINK,
    },
  },
})

export const changeRole = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/staff/:id/role/',
  access: { may: 'change role' },
  summary: "Change a staff member's role, or remove staff access",
  description:
    "Ends all sessions of the member. The last owner who can log in must stay owner. Callers can't change their own role.",
  params: StaffParams,
  body: z.strictObject({ role: z.enum([...STAFF_ROLES, 'learner'], 'Choose a role.') }),
  reply: Done,
  example: {
    params: { id: sam.id },
    body: { role: 'support' },
    reply: { message: 'sam’s role changed from owner to support. They must log in again.' },
  },
})
