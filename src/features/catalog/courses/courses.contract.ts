import { z } from 'zod'
import { Image } from '#features/foundation/media/media.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ReadingMinutes, UncommonKind } from '#shared/lecture-kind-schema.ts'
import { PageParams, createPageSchema } from '#shared/paging.ts'

const Params = z.strictObject({ id: z.string().min(1).max(200).describe("The course's ID.") })

const CourseSample = z
  .object({ lecture_name: z.string(), seconds: z.number().nullable(), kind: UncommonKind })
  .nullable()
  .describe("The free lecture, at the course's address followed by `Sample/`; null without one.")

export const CourseSummary = z.object({
  id_: z.string(),
  image_url: z.string().nullable().describe('A path on the API host, like all image addresses.'),
  images: z.array(Image),
  course_name: z.string(),
  course_short_description: z.string(),
  price: z.string().describe('Decimal, such as "149.00".'),
  sample: CourseSample,
})

const LectureSummary = z.object({
  id: z.string().describe("The lecture's public ID within its course."),
  lecture_name: z.string(),
  lecture_description: z.string().describe('Markdown.'),
  lecture_description_html: z.string().describe('The same as sanitized HTML.'),
  sub_lecture: z.array(z.object({ id: z.uuid(), sub_lecture_title: z.string() })),
  attachments: z
    .array(z.object({ file_name: z.string(), file_url: z.null() }))
    .describe("The lecture's downloads, by name. Addresses of files are not public."),
  seconds: z.number().nullable().describe('Length of the recording; null if unknown, and for a text.'),
  kind: UncommonKind,
  reading_minutes: ReadingMinutes,
})

const StudyMinutes = z
  .object({ lectures: z.int(), handouts: z.int(), examination: z.int(), total: z.int() })
  .describe(
    'Calculated from the length of the recordings, the words of the texts, the pages and words of the handouts, and the number of questions.',
  )

const Instructor = z
  .object({
    name: z.string(),
    credentials: z.string(),
    license: z.string(),
    experience: z.string(),
    html: z.string().describe('Sanitized; empty for the founder, whose story is on the About page.'),
    is_founder: z.boolean(),
    images: z.array(z.never()).describe('Always empty; pages of the previous version read it.'),
    image_url: z.string().nullable().describe('The portrait.'),
  })
  .describe("The course's instructor, or the academy's founder; null without information about either.")

export const CourseDetail = z.object({
  id_: z.string(),
  imageURL: z.string().nullable(),
  images: z.array(Image),
  course_name: z.string(),
  course_short_description: z.string(),
  course_full_description: z.string().describe('Markdown.'),
  course_full_description_html: z.string().describe('The same as sanitized HTML.'),
  level: z.string(),
  price: z.string(),
  currency: z.string(),
  isPurchased: z.boolean(),
  isDisputed: z.boolean().describe('The caller bought it, and access is paused because the payment is disputed.'),
  study_seconds: z.number().describe('Total length of the recordings.'),
  lectures: z.array(LectureSummary),
  outcomes: z.array(z.string()).describe('What learners can do after the course.'),
  audience: z.string().describe("Who it's for; may be empty."),
  study_minutes: StudyMinutes,
  study_time: z
    .object({ total: z.string(), parts: z.string() })
    .nullable()
    .describe('The same as text; null for none.'),
  exam: z.literal('none').optional().describe('If the course has no exam.'),
  questions: z.int().describe('How many questions the exam asks; 0 without an exam.'),
  updated_on: z.iso.date().describe("The date of its last change, in the academy's time zone."),
  updated_in: z.string().describe('Its month as text.'),
  sources: z.array(z.string()).describe('Web addresses of its sources.'),
  citations: z
    .array(z.object({ title: z.string(), publisher: z.string(), url: z.string() }))
    .describe('The same with titles and publishers. Without a title, it is the address; the publisher may be empty.'),
  teacher: Instructor.nullable(),
  certificate: z
    .array(z.object({ is: z.boolean(), says: z.string(), more: z.string() }))
    .describe("What the certificate is (`is`), and what it isn't."),
  contact_hours: z
    .string()
    .nullable()
    .describe('Awarded with the certificate today, such as "1.0 contact hour"; null for none.'),
  sample: CourseSample,
  common_questions: z.array(z.object({ question: z.string(), reply_html: z.string() })),
})

export type CourseSummary = z.infer<typeof CourseSummary>
export type CourseDetail = z.infer<typeof CourseDetail>
/** `html` is the description. `parts` and `files` contain titles. */
type ShownLecture = {
  id: string
  name: string
  html: string
  seconds: number | null
  kind?: 'audio' | 'text' | undefined
  reading_minutes?: number | undefined
  parts: string[]
  files: string[]
}
export type ShownCourse = Omit<CourseDetail, 'course_full_description' | 'sources' | 'lectures'> & {
  lectures: ShownLecture[]
}

export const courseSummaryExample: CourseSummary = {
  id_: 'defense-medical-exam-training',
  image_url: '/images/4c1f…/cover-640.webp',
  images: [{ format: 'webp', width: 640, url: '/images/4c1f…/cover-640.webp' }],
  course_name: 'Defense Medical Exam Training',
  course_short_description: 'Learn what a defense medical exam is and which rules shape it.',
  price: '299.00',
  sample: { lecture_name: 'What a DME is', seconds: 372 },
}

export const listCourses = endpoint({
  method: 'GET',
  url: '/Academy/api/courses/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List courses for sale',
  description:
    "All courses on offer, in catalog order. `price` is a decimal in the academy's currency. Image addresses are paths on this host.",
  reply: z.array(CourseSummary),
  example: { reply: [courseSummaryExample] },
})

export const listCoursesPage = endpoint({
  method: 'GET',
  url: '/Academy/api/courses/pages/:page/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List one page of the courses',
  description: 'One page of the shop, and the number of pages.',
  refuses: ['not_found'],
  params: PageParams,
  reply: createPageSchema(CourseSummary),
  example: { params: { page: '1' }, reply: { items: [courseSummaryExample], page: 1, pages: 1 } },
})

export const listPopularCourses = endpoint({
  method: 'GET',
  url: '/Academy/api/courses/popular/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List popular courses for the footer',
  description:
    'Courses for sale that the operator chose (`popular_courses` in site.yaml), in that order; otherwise the first in the catalog. At most three.',
  reply: z.array(CourseSummary),
  example: { reply: [courseSummaryExample] },
})

const courseDetailExample: CourseDetail = {
  id_: 'defense-medical-exam-training',
  imageURL: '/images/4c1f…/cover-640.webp',
  images: [{ format: 'webp', width: 640, url: '/images/4c1f…/cover-640.webp' }],
  course_name: 'Defense Medical Exam Training',
  course_short_description: 'Learn what a defense medical exam is and which rules shape it.',
  course_full_description: 'What the exam is, who is involved, and **your own role**.',
  course_full_description_html: '<p>What the exam is, who is involved, and <strong>your own role</strong>.</p>',
  level: 'Foundation',
  price: '299.00',
  currency: 'usd',
  isPurchased: false,
  isDisputed: false,
  study_seconds: 1860,
  lectures: [
    {
      id: 'what-a-dme-is',
      lecture_name: 'What a DME is',
      lecture_description: 'Why the exam is requested, who is involved, and what controls it.',
      lecture_description_html: '<p>Why the exam is requested, who is involved, and what controls it.</p>',
      sub_lecture: [{ id: 'c7a7b1d2-3f0f-4c52-8a55-0d6d3a9e4f10', sub_lecture_title: 'The many names of one exam' }],
      attachments: [{ file_name: 'DME glossary.pdf', file_url: null }],
      seconds: 372,
    },
  ],
  outcomes: ['Identify who requests a defense medical exam, who pays for it, and who reads the report.'],
  audience: 'Registered nurses who are new to defense medical exams.',
  study_minutes: { lectures: 31, handouts: 18, examination: 15, total: 64 },
  study_time: {
    total: 'About 1 hr 4 min',
    parts: '5 lectures (31 min), 6 handouts (18 min), an exam with 10 questions (15 min)',
  },
  questions: 10,
  updated_on: '2026-11-23',
  updated_in: 'November 2026',
  certificate: [
    {
      is: false,
      says: 'Not a license.',
      more: 'Licensing and certification boards grant those under their own rules.',
    },
  ],
  contact_hours: null,
  sample: { lecture_name: 'What a DME is', seconds: 372 },
  sources: ['https://www.law.cornell.edu/rules/frcp/rule_35'],
  citations: [
    {
      title: 'Federal Rules of Civil Procedure, Rule 35',
      publisher: 'Legal Information Institute, Cornell Law School',
      url: 'https://www.law.cornell.edu/rules/frcp/rule_35',
    },
  ],
  teacher: {
    name: 'Ada Nurse',
    credentials: 'RN, LNCC',
    license: 'Registered nurse, Ohio',
    experience: '18 years at the bedside',
    html: '<p>Ada spent 18 years at the bedside.</p>',
    is_founder: false,
    images: [],
    image_url: '/images/0b7c…/ada.webp',
  },
  common_questions: [{ question: 'Do I need a law degree?', reply_html: '<p>No.</p>' }],
}

export const readCourse = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id/',
  access: 'member',
  summary: 'Get a course, and whether the caller has access',
  description:
    'As in the shop: lectures with names and descriptions, and attachments by name only. `isPurchased` is true while the caller has access.',
  refuses: ['not_found'],
  params: Params,
  reply: CourseDetail,
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: { ...courseDetailExample, isPurchased: true },
  },
})

export const readCourseAsVisitor = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id/notAuthenticated/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'Get a course, the same for everyone',
  description: 'Like the call above without a token: `isPurchased` is always false.',
  refuses: ['not_found'],
  params: Params,
  reply: CourseDetail,
  example: { params: { id: 'defense-medical-exam-training' }, reply: courseDetailExample },
})
