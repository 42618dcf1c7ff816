import { z } from 'zod'
import { Image } from '#features/foundation/media/media.contract.ts'
import { Position } from '#features/foundation/playback/playback.contract.ts'
import { LawChange } from '#features/catalog/law-review/law-changes.contract.ts'
import { LawView } from '#features/catalog/law/law.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ReadingMinutes, UncommonKind } from '#shared/lecture-kind-schema.ts'

const CourseId = z.string().min(1).max(200).describe("A course's ID, or the ID of the caller's purchase of it.")

const LectureId = z.string().min(1).max(200).describe("The lecture's ID within its course.")

const Lecture = z.object({
  id: z.string(),
  lecture_name: z.string(),
  lecture_description: z.string().describe('Markdown.'),
  lecture_description_html: z.string().describe('The same as sanitized HTML.'),
  sub_lecture: z.array(z.object({ id: z.uuid(), sub_lecture_title: z.string() })),
  attachments: z
    .array(z.object({ file_name: z.string(), file_url: z.string() }))
    .describe('`file_url` is signed and expires.'),
  is_completed: z.boolean(),
  seconds: z.number().nullable().describe('Length of the recording; null if unknown, and for a text.'),
  kind: UncommonKind,
  reading_minutes: ReadingMinutes,
})
export type LectureListItem = z.infer<typeof Lecture>

const LectureDetail = z.object({
  ...Lecture.shape,
  videoId: z.string().nullable().describe('The ID under which the playback position is stored.'),
  position: Position.nullable().describe('Where the caller stopped watching; null without a recording.'),
  videoURL: z
    .string()
    .nullable()
    .describe('Signed paths that expire. The address of the audio if the lecture is audio; null if it is a text.'),
  captionsURL: z.string().nullable(),
  lecture_text: z.string().optional().describe('Markdown; missing without text.'),
  lecture_text_html: z.string().optional().describe('The same as sanitized HTML.'),
  posterURL: z.string().nullable(),
  law: LawView.nullable().describe('Its legal content; null without any.'),
  changes: z.array(LawChange).describe('The last three notifications sent to learners about it, newest first.'),
  practice: z
    .array(
      z.object({
        question: z.string(),
        options: z.array(z.string()),
        answer: z.int().describe('The correct option, counted from 0.'),
        rationale: z.string(),
      }),
    )
    .describe('Practice questions. Answers are not sent anywhere, and none of these questions is on the exam.'),
})
export type PracticeQuestion = LectureDetail['practice'][number]
export type LectureDetail = z.infer<typeof LectureDetail>

export const listMyAcademy = endpoint({
  method: 'GET',
  url: '/Academy/api/MyAcademy/',
  access: 'member',
  summary: "List the caller's courses",
  description:
    'Bought or granted and not refunded. `lectureProgress` is the whole percent of lectures completed, rounded down.',
  reply: z.array(
    z.object({
      id_: z.string(),
      course_name: z.string(),
      course_short_description: z.string(),
      imageURL: z.string().nullable(),
      images: z.array(Image),
      title: z.string().describe('Alternative text of the image.'),
      lectureProgress: z.number(),
    }),
  ),
  example: {
    reply: [
      {
        id_: 'defense-medical-exam-training',
        course_name: 'Defense Medical Exam Training',
        course_short_description: 'Learn what a defense medical exam is and which rules shape it.',
        imageURL: '/images/4c1f…/cover-640.webp',
        images: [{ format: 'webp', width: 640, url: '/images/4c1f…/cover-640.webp' }],
        title: 'Defense Medical Exam Training',
        lectureProgress: 40,
      },
    ],
  },
})

export const readOwnedCourse = endpoint({
  method: 'GET',
  url: '/Academy/api/take/course/:id/',
  access: 'member',
  summary: "Get one of the caller's courses with its lectures and progress",
  description:
    "`id` is the course's ID or the ID of the caller's purchase. A course the caller has no access to gets the same response as one that does not exist.",
  refuses: ['not_found'],
  params: z.strictObject({ id: CourseId }),
  reply: z.object({
    id: z.string(),
    lectureProgress: z.number().describe('Whole percent of the lectures completed, rounded down.'),
    imageURL: z.string().nullable(),
    images: z.array(Image),
    course_name: z.string(),
    course_short_description: z.string(),
    course_full_description: z.string(),
    course_full_description_html: z.string(),
    exam: z.literal('none').optional().describe('If the course has no exam.'),
    gives_certificate: z
      .boolean()
      .optional()
      .describe('Without an exam, whether completing all lectures earns a certificate.'),
    resources: z
      .object({ zip_url: z.string(), bytes: z.int() })
      .nullable()
      .describe('All attachments as one ZIP, signed and expiring; null if there are fewer than two.'),
    lectures: z.array(Lecture),
  }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      id: 'defense-medical-exam-training',
      lectureProgress: 100,
      imageURL: '/images/4c1f…/cover-640.webp',
      images: [{ format: 'webp', width: 640, url: '/images/4c1f…/cover-640.webp' }],
      course_name: 'Defense Medical Exam Training',
      course_short_description: 'Learn what a defense medical exam is and which rules shape it.',
      course_full_description: 'What the exam is, who is involved, and **your own role**.',
      course_full_description_html: '<p>What the exam is, who is involved, and <strong>your own role</strong>.</p>',
      resources: {
        zip_url: '/media/course/7f6c…/defense-medical-exam-training-resources.zip?expires=…&signature=…',
        bytes: 482_113,
      },
      lectures: [
        {
          id: 'what-a-dme-is',
          lecture_name: 'What a DME is',
          lecture_description: 'Why the exam is requested, who is involved, and what controls it.',
          lecture_description_html: '<p>Why the exam is requested, who is involved, and what controls it.</p>',
          sub_lecture: [
            { id: 'c7a7b1d2-3f0f-4c52-8a55-0d6d3a9e4f10', sub_lecture_title: 'The many names of one exam' },
          ],
          attachments: [
            { file_name: 'DME glossary.pdf', file_url: '/media/8b1c…/dme-glossary.pdf?expires=…&signature=…' },
          ],
          is_completed: true,
          seconds: 372,
        },
      ],
    },
  },
})

export const readOwnedLecture = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id1/lecture/:id2/',
  access: 'member',
  summary: "Get a lecture of one of the caller's courses, with its recording or text",
  description:
    'All addresses are paths on this host. Recording, captions, and attachments are signed for the caller, expire, and support range requests. The poster is public.',
  refuses: ['not_found'],
  params: z.strictObject({ id1: CourseId, id2: LectureId }),
  reply: LectureDetail,
  example: {
    params: { id1: 'defense-medical-exam-training', id2: 'what-a-dme-is' },
    reply: {
      id: 'what-a-dme-is',
      lecture_name: 'What a DME is',
      lecture_description: 'Why the exam is requested, who is involved, and what controls it.',
      lecture_description_html: '<p>Why the exam is requested, who is involved, and what controls it.</p>',
      sub_lecture: [{ id: 'c7a7b1d2-3f0f-4c52-8a55-0d6d3a9e4f10', sub_lecture_title: 'The many names of one exam' }],
      attachments: [{ file_name: 'DME glossary.pdf', file_url: '/media/8b1c…/dme-glossary.pdf?expires=…&signature=…' }],
      is_completed: true,
      seconds: 372,
      videoId: '1f7e0c52-8a55-4d6d-9a9e-4f100d6d3a9e',
      position: { seconds: 221.4, seconds_ago: 7_200 },
      videoURL: '/media/1f7e…/lecture.mp4?expires=…&signature=…',
      captionsURL: '/media/2a8f…/lecture.vtt?expires=…&signature=…',
      posterURL: null,
      law: {
        as_of: '2026-03-01',
        look_again_by: '2027-03-01',
        is_due: false,
        sources: [
          { name: 'Federal Rule of Civil Procedure 35', link: 'https://www.law.cornell.edu/rules/frcp/rule_35' },
        ],
      },
      changes: [
        { day: '2026-11-23', kind: 'changed', what: 'The deadline in Rule 35 changed.', why: 'It was amended.' },
      ],
      practice: [
        {
          question: 'Who asks for a defense medical exam?',
          options: ['The injured person', 'The other side of the lawsuit'],
          answer: 1,
          rationale: 'The side that is sued, or its insurer, asks for an opinion of its own.',
        },
      ],
    },
  },
})

export const updateProgress = endpoint({
  method: 'POST',
  url: '/Academy/api/course/:id1/lecture/:id2/update/progress/',
  access: 'member',
  summary: 'Mark a lecture as completed; repeated requests count once',
  description:
    'Sent once when playback passes 80% of the recording, or when the learner marks a text as completed. Returns the new progress of the course.',
  refuses: ['not_found'],
  params: z.strictObject({ id1: CourseId, id2: LectureId }),
  reply: z.object({ lectureProgress: z.number() }),
  example: { params: { id1: 'defense-medical-exam-training', id2: 'what-a-dme-is' }, reply: { lectureProgress: 20 } },
})
