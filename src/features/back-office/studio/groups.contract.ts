import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { optionalText, requiredText } from '#shared/text-schema.ts'
import { Done, why } from './orders.contract.ts'

// Endpoints for groups of members. A group gives no access; access is given with the permission for enrollment.

const GroupParams = z.strictObject({ id: z.uuid('Group not found.') })
const params = { id: '9a0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' }
const COURSE = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

const course = z.uuid('Choose a course.')
const emails = z
  .string('Enter at least one email address.')
  .max(100_000, 'Please use at most 100,000 characters.')
  .default('')
const text = { name: requiredText(100, 'Enter a name.'), note: optionalText(1_000) }

const GroupLine = z.object({ id: z.uuid(), name: z.string(), members: z.int(), courses: z.int() })

export const listGroupPage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/',
  access: { may: 'see members' },
  summary: 'List groups',
  description: 'By name, 20 at a time. `after` is the group to continue after.',
  body: z.strictObject({ after: z.uuid().nullable().default(null) }),
  reply: z.object({ groups: z.array(GroupLine), is_more: z.boolean(), may_change: z.boolean() }),
  example: {
    body: { after: null },
    reply: { groups: [{ ...params, name: 'St. Mary’s', members: 12, courses: 1 }], is_more: false, may_change: true },
  },
})

export const makeGroup = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/new/',
  access: { may: 'change group' },
  summary: 'Create a group',
  description: 'The name must be new, whatever its capital letters.',
  body: z.strictObject(text),
  reply: z.object({ id: z.uuid() }),
  example: { body: { name: 'St. Mary’s', note: 'Contact: Ada' }, reply: params },
})

export const readGroup = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/groups/:id/',
  access: { may: 'see members' },
  summary: 'Get a group',
  description: 'Its courses, and how many members have access to each. Its members are in the list of progress.',
  params: GroupParams,
  reply: z.object({
    id: z.uuid(),
    name: z.string(),
    note: z.string(),
    members: z.int(),
    courses: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        is_for_sale: z.boolean(),
        with_access: z.int().describe('How many members have access.'),
      }),
    ),
    may: z
      .object({ change: z.boolean(), give_access: z.boolean() })
      .describe('What the caller may do with this group.'),
  }),
  example: {
    params,
    reply: {
      ...params,
      name: 'St. Mary’s',
      note: 'Contact: Ada',
      members: 12,
      courses: [{ id: COURSE, name: 'Defense Medical Exam Training', is_for_sale: true, with_access: 9 }],
      may: { change: true, give_access: true },
    },
  },
})

export const changeAGroup = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/:id/change/',
  access: { may: 'change group' },
  summary: "Change a group's name and note",
  description:
    'Send the values that the caller saw as `instead_of`: if they have changed since, the request is rejected.',
  params: GroupParams,
  body: z.strictObject({
    ...text,
    instead_of: z.strictObject({ name: z.string().max(100), note: z.string().max(1_000) }),
  }),
  reply: Done,
  example: {
    params,
    body: { name: 'St. Mary’s', note: 'Contact: Nora', instead_of: { name: 'St. Mary’s', note: 'Contact: Ada' } },
    reply: { message: 'Group saved.' },
  },
})

export const deleteAGroup = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/:id/delete/',
  access: { may: 'change group' },
  summary: 'Delete a group',
  description: 'Its members keep their accounts and their access.',
  params: GroupParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Group deleted. Its members keep their accounts and access.' } },
})

export const addToGroup = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/:id/members/',
  access: { may: 'change group' },
  summary: 'Add members to a group by email',
  description:
    'Up to 1,000 addresses, separated by lines, commas, semicolons, or spaces. Members who are in the group already are skipped. Addresses without an account are returned as `unknown` and not stored.',
  params: GroupParams,
  body: z.strictObject({ emails }),
  bodyLimit: 500_000,
  reply: z.object({ message: z.string(), unknown: z.array(z.string()) }),
  example: {
    params,
    body: { emails: 'nora@example.com, ada@example.com' },
    reply: { message: '1 member added.', unknown: ['ada@example.com'] },
  },
})

export const removeFromGroup = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/:id/members/remove/',
  access: { may: 'change group' },
  summary: 'Remove members from a group',
  description: 'They keep their accounts and their access.',
  params: GroupParams,
  body: z.strictObject({ members: z.array(z.uuid()).min(1, 'Choose at least one member.').max(100) }),
  reply: Done,
  example: {
    params,
    body: { members: ['5c0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'] },
    reply: { message: '1 member removed from the group. Their access didn’t change.' },
  },
})

export const addCourseToGroup = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/:id/courses/',
  access: { may: 'change group' },
  summary: 'Add a course to a group',
  description: 'Its progress is listed for the group. This gives no one access.',
  params: GroupParams,
  body: z.strictObject({ course }),
  reply: Done,
  example: { params, body: { course: COURSE }, reply: { message: 'Course added.' } },
})

export const removeCourseFromGroup = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/:id/courses/remove/',
  access: { may: 'change group' },
  summary: 'Remove a course from a group',
  description: 'Members keep their access to it.',
  params: GroupParams,
  body: z.strictObject({ course }),
  reply: Done,
  example: { params, body: { course: COURSE }, reply: { message: 'Course removed. Members keep their access to it.' } },
})

export const giveGroupAccess = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/groups/:id/access/',
  access: { may: 'bulk enroll' },
  summary: 'Give a group access to one of its courses',
  description:
    'Like enrolling from a file: members who have the course are skipped. With `emails`, these people get access and are added to the group; anyone without an account gets one, and an email with a link to choose a password.',
  params: GroupParams,
  body: z.strictObject({ course, why, emails: emails.nullable().default(null) }),
  bodyLimit: 500_000,
  refuses: ['busy'],
  reply: Done,
  example: {
    params,
    body: { course: COURSE, why: 'A class', emails: null },
    reply: { message: '9 people now have access. We’re emailing them. 3 already have access.' },
  },
})
