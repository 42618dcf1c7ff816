import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, Done, Order, orderExample, sort, why, words } from './orders.contract.ts'

const MemberParams = z.strictObject({ id: z.uuid('No such member.') })

const Member = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['learner', 'owner', 'editor', 'support']),
  since: z.string(),
  state: z.string().describe('In words: "open", "locked 2026-11-22 10:00".'),
})

const member: z.infer<typeof Member> = {
  id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
  name: 'Nora Nightingale',
  username: 'nora',
  email: 'nora@example.com',
  role: 'learner',
  since: '2026-11-01',
  state: 'open',
}

export const findMembers = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/',
  access: { may: 'see members' },
  summary: 'Members by name, email address, username, order or certificate',
  description:
    'An exact username, address, order number or certificate finds one; words find those in whose names and address all of them stand, and one alone those of whose order or certificate it begins the number. The newest come first, twenty at a time; `after` goes on behind a member.',
  body: z.strictObject({ words, since: day, until: day, sort, after: z.uuid().nullable().default(null) }),
  reply: z.object({
    members: z.array(Member),
    is_more: z.boolean(),
    count: z.int().nullable().describe('How many joined between the days; null where words were given, or no day.'),
  }),
  example: {
    body: { words: 'nora', since: null, until: null, sort: 'newest', after: null },
    reply: { members: [member], is_more: false, count: null },
  },
})

export const exportMembers = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/file/',
  access: { may: 'export lists' },
  summary: 'Members as the list shows them, as CSV',
  description: 'All pages in the same order. It is recorded in the log.',
  body: z.strictObject({ words, since: day, until: day, sort }),
  reply: { file: 'text/csv' },
  example: { body: { words: '', since: '2026-11-01', until: null, sort: 'newest' } },
})

export const readMember = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/members/:id/',
  access: { may: 'see members' },
  summary: 'All that staff needs to answer a member',
  description:
    'Account, orders, access that was given, progress, examinations, certificates, sessions and the last mails. No secret is in it. Times are in the time zone of the academy.',
  params: MemberParams,
  reply: Member.extend({
    locked_because: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    credentials_after_name: z.string(),
    new_email: z.string().nullable().describe('The address that becomes the member’s when it is confirmed there.'),
    new_email_link_at: z.string().nullable().describe('When the link to it will be sent; null once it was sent.'),
    is_verified: z.boolean(),
    has_password: z.boolean().describe('False where the account was made for the member, who has not come yet.'),
    is_erased: z.boolean(),
    second_factor: z.string().describe('In words: "none", "an app, 2 passkeys".'),
    may: z
      .object({
        end_sessions: z.boolean(),
        change_name: z.boolean(),
        change_email: z.boolean(),
        take_copy: z.boolean(),
        mute: z.boolean(),
        erase: z.boolean(),
      })
      .describe('What the caller may do about this account.'),
    may_lock: z.boolean().describe('Whether the caller may lock or unlock this account.'),
    orders: z.array(Order),
    more_orders: z.boolean(),
    grants: z.array(
      z.object({
        id: z.string(),
        item: z.string(),
        why: z.string(),
        given: z.string(),
        taken_back: z.string().nullable(),
      }),
    ),
    courses: z.array(z.object({ item: z.string(), completed: z.int(), lectures: z.int(), percent: z.int() })),
    examinations: z.array(
      z.object({
        item: z.string(),
        tries: z.int(),
        is_passed: z.boolean(),
        best: z.string().nullable().describe('"9 of 10"; null where the server counted none.'),
        certificate: z.string().nullable(),
        is_revoked: z.boolean(),
      }),
    ),
    mails: z.array(z.object({ subject: z.string(), address: z.string(), when: z.string(), result: z.string() })),
    sessions: z.array(
      z.object({
        id: z.uuid(),
        device: z.string(),
        network: z.string(),
        begun: z.string(),
        last_used: z.string(),
      }),
    ),
    products: z.array(z.object({ id: z.string(), item: z.string() })).describe('What can be given to the member.'),
  }),
  example: {
    params: { id: member.id },
    reply: {
      ...member,
      locked_because: null,
      first_name: 'Nora',
      last_name: 'Nightingale',
      credentials_after_name: 'RN',
      new_email: null,
      new_email_link_at: null,
      is_verified: true,
      has_password: true,
      is_erased: false,
      second_factor: 'none',
      may: { end_sessions: true, change_name: true, change_email: true, take_copy: false, mute: true, erase: false },
      may_lock: true,
      orders: [orderExample],
      more_orders: false,
      grants: [
        {
          id: 'dme-observer-starter-kit',
          item: 'DME Observer Starter Kit',
          why: 'A class',
          given: '2026-11-20 09:00 EST',
          taken_back: null,
        },
      ],
      courses: [{ item: 'Defense Medical Exam Training', completed: 2, lectures: 5, percent: 40 }],
      examinations: [
        {
          item: 'Defense Medical Exam Training',
          tries: 1,
          is_passed: false,
          best: '5 of 10',
          certificate: null,
          is_revoked: false,
        },
      ],
      mails: [{ subject: 'Your receipt', address: 'nora@example.com', when: '2026-11-22 10:01 EST', result: 'sent' }],
      sessions: [
        {
          id: '3f0c2a64-1d53-4a0e-9a53-6c1f0c1d2e77',
          device: 'Firefox on Linux',
          network: '198.51.100.0',
          begun: '2026-11-22 09:58 EST',
          last_used: '2026-11-22 10:10 EST',
        },
      ],
      products: [{ id: 'dme-observer-starter-kit', item: 'DME Observer Starter Kit' }],
    },
  },
})

export const resendVerification = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/verification/',
  access: { may: 'mail again' },
  summary: 'Mails the link that verifies an address again',
  description:
    'Only where the address was never verified. Who has no password yet gets a link to choose one, which verifies it, too.',
  refuses: ['already_verified'],
  params: MemberParams,
  body: z.strictObject({}),
  reply: Done,
  example: {
    params: { id: member.id },
    body: {},
    reply: { message: 'A new link will be emailed to nora@example.com within a minute.' },
  },
})

export const resendCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/certificates/:id/mail/',
  access: { may: 'mail again' },
  summary: 'Mails a certificate again',
  description: 'To the address that the member has now. One that was revoked is not sent.',
  params: z.strictObject({ id: z.string().min(1).max(100) }),
  body: z.strictObject({}),
  reply: Done,
  example: {
    params: { id: 'kX3vQ9…' },
    body: {},
    reply: {
      message: 'The certificate for Defense Medical Exam Training will be emailed to nora@example.com within a minute.',
    },
  },
})

export const lockMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/lock/',
  access: { may: 'lock account' },
  summary: 'Lets nobody into an account',
  description:
    'All sessions end; what the member owns stays. `why` is the sentence that whoever has the right password is told.',
  params: MemberParams,
  body: z.strictObject({ why }),
  reply: Done,
  example: {
    params: { id: member.id },
    body: { why: 'Please call us.' },
    reply: { message: 'Account locked. All sessions were ended.' },
  },
})

export const unlockMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/unlock/',
  access: { may: 'unlock account' },
  summary: 'Lets the member into a locked account again',
  description: 'The password is as it was.',
  params: MemberParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params: { id: member.id }, body: {}, reply: { message: 'Account unlocked.' } },
})

export const grantAccess = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/grant/',
  access: { may: 'give access' },
  summary: 'Gives a product without a payment',
  description: '`product` is the last part of its address. Given before, it stays as it is.',
  params: MemberParams,
  body: z.strictObject({
    product: z.string('Please choose a product.').min(1, 'Please choose a product.').max(200),
    why,
  }),
  reply: Done,
  example: {
    params: { id: member.id },
    body: { product: 'dme-observer-starter-kit', why: 'A class' },
    reply: { message: 'The member now has access.' },
  },
})

export const revokeAccess = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/revoke-grant/',
  access: { may: 'take access back' },
  summary: 'Takes back what was given without a payment',
  description: 'What was paid for stays.',
  params: MemberParams,
  body: z.strictObject({ product: z.string().min(1).max(200) }),
  reply: Done,
  example: {
    params: { id: member.id },
    body: { product: 'dme-observer-starter-kit' },
    reply: { message: 'It is taken back.' },
  },
})
