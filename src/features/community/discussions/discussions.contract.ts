import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { tidyLine, tidyText } from '#shared/tidy-text.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, CURSOR_PATTERN, POST_STATES } from './discussions.rules.ts'

const A_DAY = 86_400

export const CourseId = z.string().min(1).max(200).describe("A course's ID, or the ID of the caller's purchase of it.")
export const LectureId = z.string().min(1).max(200).describe("The lecture's ID within its course.")
export const ThreadId = z.string().max(100).describe("The thread's ID.")
export const PostId = z.uuid().describe("The post's ID.")
export const After = z
  .string()
  .regex(CURSOR_PATTERN)
  .nullable()
  .default(null)
  .describe('`next` from the previous page.')

const Title = z
  .string()
  .overwrite(tidyLine)
  .min(1, 'Enter a title.')
  .max(MAX_TITLE_LENGTH, `A title can have at most ${MAX_TITLE_LENGTH} characters.`)
const Text = z
  .string()
  .overwrite(tidyText)
  .min(1, 'Enter some text.')
  .max(MAX_TEXT_LENGTH, `A post can have at most ${MAX_TEXT_LENGTH.toLocaleString('en')} characters.`)
const PhiConfirmed = z
  .boolean()
  .default(false)
  .describe('The author was warned that it might contain PHI, and posts it anyway.')
/** Enough for the longest post at four bytes per character, and for the other fields. */
const BODY_BYTES = 64 * 1024

const Author = z.object({
  name: z.string().describe('For members, the first name and an initial. Never the username.'),
  is_staff: z.boolean(),
  is_erased: z.boolean(),
  is_own: z.boolean(),
})

const State = z.enum(POST_STATES).describe('`deleted` by its author, `hidden` by a moderator.')
const Lecture = z.object({ id: z.string(), name: z.string() })

const ThreadInList = z.object({
  id: z.uuid(),
  state: State,
  title: z.string().nullable().describe('Null if the caller can no longer see it.'),
  lecture: Lecture.nullable(),
  seconds: z.number().nullable().describe('The time in the lecture that it is about.'),
  author: Author,
  active_at: z.iso.datetime(),
  active: z.string().describe('In UTC, for pages opened before the last upgrade.'),
  replies: z.int(),
  votes: z.int().describe('Members with the same question.'),
  is_pinned: z.boolean(),
  is_locked: z.boolean(),
  is_answered: z.boolean().describe('A reply was marked as the answer.'),
})

const Post = z.object({
  id: z.uuid(),
  number: z.int().describe('0 is the first post of the thread.'),
  author: Author,
  written_at: z.iso.datetime(),
  written: z.string().describe('In UTC, for pages opened before the last upgrade.'),
  is_edited: z.boolean(),
  state: State,
  html: z.string().nullable().describe('Null if the caller can no longer see it.'),
  text: z.string().nullable().describe('The text as typed, if the caller may edit it.'),
  hidden_reason: z.string().nullable().describe('For its author and for staff.'),
  is_accepted: z.boolean(),
  may_edit: z.boolean(),
  may_delete: z.boolean(),
  may_accept: z.boolean(),
  is_reported: z.boolean().describe('The caller reported it.'),
  may_report: z.boolean(),
  may_moderate: z.boolean().describe('Hide it, or show it again.'),
})
export type Post = z.infer<typeof Post>

const AUTHOR = { name: 'Nora N.', is_staff: false, is_erased: false, is_own: true }
const THREAD = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const POST = 'b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c12'
const TEXT = 'The slide says thirty days, the rule forty-five. **Which one holds?**'
const LECTURE = { id: 'what-a-dme-is', name: '1. What a DME is' }
const COURSE = { id: 'defense-medical-exam-training', name: 'Defense Medical Exam Training' }
const TITLE = 'Thirty days or forty-five?'
const POST_EXAMPLE: Post = {
  id: POST,
  number: 0,
  author: AUTHOR,
  written_at: '2026-11-23T15:14:00.000Z',
  written: '2026-11-23 15:14 UTC',
  is_edited: false,
  state: 'there',
  html: '<p>The slide says thirty days, the rule forty-five. <strong>Which one holds?</strong></p>',
  text: TEXT,
  hidden_reason: null,
  is_accepted: false,
  may_edit: true,
  may_delete: true,
  may_accept: false,
  is_reported: false,
  may_report: false,
  may_moderate: false,
}

export const listDiscussions = endpoint({
  method: 'POST',
  url: '/Academy/api/take/course/:id/discussions/',
  access: 'member',
  summary: 'List the discussions of a course that the caller is enrolled in',
  description:
    'For learners in the course and for staff. Pinned ones first, then by newest post. 20 at a time; `next` is the value for the next page.',
  refuses: ['not_found'],
  params: z.strictObject({ id: CourseId }),
  body: z.strictObject({
    lecture: LectureId.nullable().default(null).describe('Only about this lecture.'),
    unanswered: z.boolean().default(false).describe('Only those without replies from others.'),
    after: After,
  }),
  reply: z.object({
    course: z.object({ id: z.string(), name: z.string(), lectures: z.array(Lecture) }),
    threads: z.array(ThreadInList),
    next: z.string().nullable(),
  }),
  example: {
    params: { id: COURSE.id },
    body: { lecture: null, unanswered: false, after: null },
    reply: {
      course: { ...COURSE, lectures: [LECTURE] },
      threads: [
        {
          id: THREAD,
          state: 'there',
          title: TITLE,
          lecture: LECTURE,
          seconds: 40,
          author: AUTHOR,
          active_at: '2026-11-23T15:14:00.000Z',
          active: '2026-11-23 15:14 UTC',
          replies: 0,
          votes: 2,
          is_pinned: false,
          is_locked: false,
          is_answered: false,
        },
      ],
      next: null,
    },
  },
})

export const askInCourse = endpoint({
  method: 'POST',
  url: '/Academy/api/take/course/:id/discussions/ask/',
  access: 'member',
  summary: 'Start a discussion in a course that the caller is enrolled in',
  description:
    'The caller creates the ID, so a repeated request has no effect. The text is Markdown without images or tables.',
  refuses: ['not_found', 'invalid', 'conflict', 'too_many_requests'],
  bodyLimit: BODY_BYTES,
  params: z.strictObject({ id: CourseId }),
  body: z.strictObject({
    id: z.uuid(),
    lecture: LectureId.nullable().default(null),
    seconds: z.number().min(0).max(A_DAY).nullable().default(null).describe('The time in that lecture.'),
    title: Title,
    text: Text,
    guard_confirmed: PhiConfirmed,
  }),
  reply: z.object({ id: z.uuid() }),
  example: {
    params: { id: COURSE.id },
    body: { id: THREAD, lecture: LECTURE.id, seconds: 40, title: TITLE, text: TEXT, guard_confirmed: false },
    reply: { id: THREAD },
  },
})

export const readDiscussion = endpoint({
  method: 'GET',
  url: '/Academy/api/discussion/:id/from/:number/',
  access: 'member',
  summary: 'Get a discussion with its replies, starting at a number',
  description: 'With the first post, the reply marked as the answer wherever it is, and 20 replies.',
  refuses: ['not_found'],
  params: z.strictObject({
    id: ThreadId,
    number: z
      .string()
      .regex(/^\d{1,7}$/)
      .describe('Number of the first reply to return.'),
  }),
  reply: z.object({
    id: z.uuid(),
    course: z.object({ id: z.string(), name: z.string() }),
    lecture: Lecture.nullable(),
    is_retired: z.boolean().describe('The lecture is no longer in the course.'),
    lecture_seconds: z.number().nullable().describe('Its length; null if unknown.'),
    seconds: z.number().nullable(),
    state: State,
    title: z.string().nullable(),
    replies: z.int(),
    votes: z.int(),
    has_voted: z.boolean().describe('The caller has the same question.'),
    is_followed: z.boolean(),
    is_pinned: z.boolean(),
    is_locked: z.boolean(),
    is_own: z.boolean(),
    posts: z.array(Post),
    next: z.int().nullable().describe('The number of the next reply.'),
    may_reply: z.boolean(),
    may_lead: z.boolean().describe('Pin, and close to replies.'),
  }),
  example: {
    params: { id: THREAD, number: '1' },
    reply: {
      id: THREAD,
      course: COURSE,
      lecture: LECTURE,
      is_retired: false,
      lecture_seconds: 178,
      seconds: 40,
      state: 'there',
      title: TITLE,
      replies: 0,
      votes: 2,
      has_voted: false,
      is_followed: true,
      is_pinned: false,
      is_locked: false,
      is_own: true,
      posts: [POST_EXAMPLE],
      next: null,
      may_reply: true,
      may_lead: false,
    },
  },
})

export const replyToDiscussion = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/:id/reply/',
  access: 'member',
  summary: 'Reply in a discussion',
  description: 'The caller creates the ID, so a repeated request has no effect.',
  refuses: ['not_found', 'invalid', 'conflict', 'too_many_requests'],
  bodyLimit: BODY_BYTES,
  params: z.strictObject({ id: ThreadId }),
  body: z.strictObject({ id: z.uuid(), text: Text, guard_confirmed: PhiConfirmed }),
  reply: Post,
  example: {
    params: { id: THREAD },
    body: { id: POST, text: TEXT, guard_confirmed: false },
    reply: { ...POST_EXAMPLE, number: 1 },
  },
})

export const editPost = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/post/:id/change/',
  access: 'member',
  summary: "Edit one of the caller's posts, within half an hour",
  description: "Shown to everyone as edited. `title` is the discussion's title, for its first post.",
  refuses: ['not_found', 'invalid', 'too_many_requests'],
  bodyLimit: BODY_BYTES,
  params: z.strictObject({ id: PostId }),
  body: z.strictObject({ title: Title.optional(), text: Text, guard_confirmed: PhiConfirmed }),
  reply: Post,
  example: {
    params: { id: POST },
    body: { title: TITLE, text: TEXT, guard_confirmed: false },
    reply: { ...POST_EXAMPLE, is_edited: true },
  },
})

export const deletePost = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/post/:id/delete/',
  access: 'member',
  summary: "Delete one of the caller's posts",
  description: 'The text is deleted, and the post is shown as deleted. A repeated request has no effect.',
  refuses: ['not_found'],
  params: z.strictObject({ id: PostId }),
  reply: z.object({ message: z.string() }),
  example: { params: { id: POST }, reply: { message: 'Deleted.' } },
})
