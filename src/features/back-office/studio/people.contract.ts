import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, Done, Order, orderExample, sort, why, words } from './orders.contract.ts'
import { progressExample, ProgressRow } from './progress.contract.ts'

const MemberParams = z.strictObject({ id: z.uuid('Member not found.') })

const Member = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['learner', 'owner', 'editor', 'support']),
  since: z.string(),
  state: z.string().describe('As text: "open", "locked 2026-11-22 10:00".'),
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
  summary: 'Find members',
  description:
    'Matches an exact username, email address, order number, or certificate ID. Otherwise every word must match the name or address. A single word also matches the start of an order number or certificate ID. Newest first, 20 at a time. `after` is the member to continue after.',
  body: z.strictObject({ words, since: day, until: day, sort, after: z.uuid().nullable().default(null) }),
  reply: z.object({
    members: z.array(Member),
    is_more: z.boolean(),
    count: z.int().nullable().describe('How many joined in this period; null with a search or without dates.'),
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
  summary: 'Export the list of members as CSV',
  description: 'All pages in the same order. The export is recorded in the audit log.',
  body: z.strictObject({ words, since: day, until: day, sort }),
  reply: { file: 'text/csv' },
  example: { body: { words: '', since: '2026-11-01', until: null, sort: 'newest' } },
})

export const readMember = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/members/:id/',
  access: { may: 'see members' },
  summary: 'Get a member',
  description:
    'Account, orders, free access, progress, exams, certificates, sessions, and recent emails. Contains no secrets.',
  params: MemberParams,
  reply: Member.extend({
    locked_because: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    credentials_after_name: z.string(),
    new_email: z.string().nullable().describe('The pending email, which replaces the current one once confirmed.'),
    new_email_link_at: z.iso
      .datetime()
      .nullable()
      .describe('When the confirmation link will be sent; null once it was sent.'),
    is_verified: z.boolean(),
    email_problem: z
      .object({ text: z.string(), may_try_again: z.boolean() })
      .nullable()
      .describe('Why the member gets only required emails: they come back, or one was reported as spam.'),
    is_unsubscribed: z.boolean().describe('Whether the member unsubscribed from messages from staff.'),
    has_password: z
      .boolean()
      .describe('False if the account was created for the member, who has not chosen a password yet.'),
    is_erased: z.boolean(),
    second_factor: z.string().describe('As text: "none", "an app, 2 passkeys".'),
    may: z
      .object({
        end_sessions: z.boolean(),
        change_name: z.boolean(),
        change_email: z.boolean(),
        take_copy: z.boolean(),
        mute: z.boolean(),
        erase: z.boolean(),
        revoke_certificate: z.boolean(),
        restore_certificate: z.boolean(),
        correct_license: z.boolean(),
      })
      .describe('What the caller may do with this account.'),
    may_lock: z.boolean().describe('Whether the caller may lock or unlock this account.'),
    orders: z.array(Order),
    more_orders: z.boolean(),
    grants: z.array(
      z.object({
        id: z.string(),
        item: z.string(),
        why: z.string(),
        given: z.iso.datetime(),
        taken_back: z.iso.datetime().nullable(),
      }),
    ),
    courses: z.array(ProgressRow).describe('Courses to which the member has, or had, access.'),
    examinations: z.array(
      z.object({
        item: z.string(),
        tries: z.int(),
        is_passed: z.boolean(),
        best: z.string().nullable().describe('"9 of 10"; null if the server graded none.'),
        certificate: z.string().nullable(),
        is_revoked: z.boolean(),
        awards_hours: z.boolean().describe('Whether the certificate awards contact hours, and so may name licenses.'),
        licenses: z
          .array(z.object({ state: z.string(), profession: z.string(), number: z.string() }))
          .describe('Stored with the certificate.'),
      }),
    ),
    mails: z.array(z.object({ subject: z.string(), address: z.string(), when: z.iso.datetime(), result: z.string() })),
    sessions: z.array(
      z.object({
        id: z.uuid(),
        device: z.string(),
        network: z.string(),
        begun: z.iso.datetime(),
        last_used: z.iso.datetime(),
      }),
    ),
    products: z
      .array(z.object({ id: z.string(), item: z.string() }))
      .describe('Products that can be given to the member.'),
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
      email_problem: {
        text: 'Emails to this address come back: the mailbox doesn’t exist (Nov 3, 2026). Only required emails are sent.',
        may_try_again: true,
      },
      is_unsubscribed: false,
      has_password: true,
      is_erased: false,
      second_factor: 'none',
      may: {
        end_sessions: true,
        change_name: true,
        change_email: true,
        take_copy: false,
        mute: true,
        erase: false,
        revoke_certificate: true,
        restore_certificate: true,
        correct_license: true,
      },
      may_lock: true,
      orders: [orderExample],
      more_orders: false,
      grants: [
        {
          id: 'dme-observer-starter-kit',
          item: 'DME Observer Starter Kit',
          why: 'A class',
          given: '2026-11-20T14:00:00.000Z',
          taken_back: null,
        },
      ],
      courses: [progressExample],
      examinations: [
        {
          item: 'Defense Medical Exam Training',
          tries: 1,
          is_passed: false,
          best: '5 of 10',
          certificate: null,
          is_revoked: false,
          awards_hours: false,
          licenses: [],
        },
      ],
      mails: [
        { subject: 'Your receipt', address: 'nora@example.com', when: '2026-11-22T15:01:00.000Z', result: 'sent' },
      ],
      sessions: [
        {
          id: '3f0c2a64-1d53-4a0e-9a53-6c1f0c1d2e77',
          device: 'Firefox on Linux',
          network: '198.51.100.0',
          begun: '2026-11-22T14:58:00.000Z',
          last_used: '2026-11-22T15:10:00.000Z',
        },
      ],
      products: [{ id: 'dme-observer-starter-kit', item: 'DME Observer Starter Kit' }],
    },
  },
})

export const resendVerification = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/verification/',
  access: { may: 'resend email' },
  summary: 'Resend the verification link',
  description:
    'Only if the address was never verified. If no password was chosen yet, the link is for choosing one, which also verifies the address.',
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

export const retryEmails = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/retry-emails/',
  access: { may: 'resend email' },
  summary: 'Send optional emails again to an address whose emails came back',
  description: 'They stop again if an email comes back. A complaint stays: only the member can end it.',
  params: MemberParams,
  body: z.strictObject({}),
  reply: Done,
  example: {
    params: { id: member.id },
    body: {},
    reply: { message: 'We’ll send optional emails to this address again.' },
  },
})

export const resendCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/certificates/:id/mail/',
  access: { may: 'resend email' },
  summary: 'Resend a certificate',
  description: "To the member's current address. Revoked certificates are not sent.",
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
  summary: 'Lock an account',
  description: 'Ends all sessions. Purchases are kept. `why` is shown to anyone who enters the right password.',
  params: MemberParams,
  body: z.strictObject({ why }),
  reply: Done,
  example: {
    params: { id: member.id },
    body: { why: 'Please call us.' },
    reply: { message: 'Account locked. The member is logged out everywhere.' },
  },
})

export const unlockMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/unlock/',
  access: { may: 'unlock account' },
  summary: 'Unlock an account',
  description: 'The password is unchanged.',
  params: MemberParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params: { id: member.id }, body: {}, reply: { message: 'Account unlocked.' } },
})
