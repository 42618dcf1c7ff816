import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { STAFF_ROLES } from '#shared/policy.ts'
import { Done } from './orders.contract.ts'

const role = z.enum(STAFF_ROLES, 'Choose a role.')
const StaffParams = z.strictObject({ id: z.uuid('No such member of staff.') })

const StaffMember = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role,
  has_factor: z.boolean().describe('Whether a second factor or a passkey is set up.'),
  last_seen: z.string().nullable().describe('To the minute; null where no session is open.'),
  is_you: z.boolean(),
  is_locked: z.boolean(),
  has_come: z.boolean().describe('False where the link of the invitation was not used yet.'),
})

export type StaffMember = z.infer<typeof StaffMember>

const sam: StaffMember = {
  id: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
  name: 'Sam Staff',
  username: 'sam',
  email: 'sam@example.com',
  role: 'owner',
  has_factor: true,
  last_seen: '2026-11-22 10:00 EST',
  is_you: true,
  is_locked: false,
  has_come: true,
}

export const readStaff = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/staff/',
  access: { may: 'see staff' },
  summary: 'Everybody who works for the academy',
  description: 'By username. Times are in the time zone of the academy.',
  reply: z.object({ staff: z.array(StaffMember) }),
  example: { reply: { staff: [sam] } },
})

const Invited = Done.extend({
  link: z
    .string()
    .nullable()
    .describe('Works once, for three days, and is told here alone. Null where nobody needs one.'),
})

const LINK = 'https://academy.example.com/ResetPassword/b3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cV?next=%2FStudio%2F'

export const inviteStaff = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/staff/invite/',
  access: { may: 'make staff' },
  summary: 'Makes somebody a member of staff',
  description:
    'An account is made, and a link to choose its password is answered, to be handed on by whoever asked: no mail goes out. A member who has both names already is staff at once, and needs no link.',
  body: z.strictObject({
    username: z.string('Please enter a username.').max(320),
    email: z.string('Please enter an email address.').max(320),
    role,
  }),
  reply: Invited,
  example: {
    body: { username: 'kim', email: 'kim@example.com', role: 'support' },
    reply: { message: 'kim can come in with this link.', link: LINK },
  },
})

export const resendStaffInvitation = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/staff/:id/invite/',
  access: { may: 'make staff' },
  summary: 'Another link for a member of staff who has not come yet',
  description: 'The link of before works no more. Who has chosen a password uses “Forgot your password?”.',
  params: StaffParams,
  body: z.strictObject({}),
  reply: Invited,
  example: { params: { id: sam.id }, body: {}, reply: { message: 'kim can come in with this link.', link: LINK } },
})

export const changeRole = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/staff/:id/role/',
  access: { may: 'change role' },
  summary: 'Makes a member of staff another kind of staff, or none',
  description: 'Ends all sessions of the member. The last owner who can log in stays one; nobody changes the own role.',
  params: StaffParams,
  body: z.strictObject({ role: z.enum([...STAFF_ROLES, 'learner'], 'Choose a role.') }),
  reply: Done,
  example: {
    params: { id: sam.id },
    body: { role: 'support' },
    reply: { message: 'sam was owner and is now support. They must log in again.' },
  },
})
