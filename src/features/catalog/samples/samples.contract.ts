import { z } from 'zod'
import { Image } from '#features/foundation/media/media.contract.ts'
import { LawView } from '#features/catalog/law/law.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { UncommonKind } from '#shared/lecture-kind-schema.ts'

const params = z.strictObject({ id: z.string().min(1).max(200).describe("The course's ID.") })

const Sample = z.object({
  course_id: z.string(),
  course_name: z.string(),
  imageURL: z.string().nullable(),
  images: z.array(Image),
  price: z.string(),
  currency: z.string(),
  lecture_id: z.string(),
  lecture_name: z.string(),
  lecture_description: z.string().describe('Markdown.'),
  lecture_description_html: z.string().describe('The same as sanitized HTML.'),
  lecture_description_text: z.string().describe('The same without markup.'),
  sub_lecture: z.array(z.string()),
  seconds: z.number().nullable().describe('Length of the recording; null if unknown, and for a text.'),
  kind: UncommonKind,
  lecture_text_html: z.string().optional().describe('Its text as sanitized HTML; missing without text.'),
  posterURL: z.string().nullable(),
  has_captions: z.boolean(),
  updated_on: z.iso.date(),
  law: LawView.nullable().describe('Its legal content; null without any.'),
  transcript: z
    .array(z.object({ seconds: z.number(), text: z.string() }))
    .describe('The transcript, from its captions; empty without any.'),
})

export type Sample = z.infer<typeof Sample>

export const readSample = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id/sample/',
  access: 'anyone',
  cached: 'catalog',
  summary: "Get a course's free lecture, with its transcript",
  description:
    'At most one lecture, which the author marked (`sample: true`), while the course is for sale. The address of the recording comes from the call below.',
  refuses: ['not_found'],
  params,
  reply: Sample,
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      course_id: 'defense-medical-exam-training',
      course_name: 'Defense Medical Exam Training',
      imageURL: '/images/4c1f…/cover-640.webp',
      images: [{ format: 'webp', width: 640, url: '/images/4c1f…/cover-640.webp' }],
      price: '299.00',
      currency: 'usd',
      lecture_id: 'what-a-dme-is',
      lecture_name: 'What a DME is',
      lecture_description: 'Why the exam is requested, who is involved, and what controls it.',
      lecture_description_html: '<p>Why the exam is requested, who is involved, and what controls it.</p>',
      lecture_description_text: 'Why the exam is requested, who is involved, and what controls it.',
      sub_lecture: ['The many names of one exam'],
      seconds: 372,
      posterURL: '/images/7d20…/01-poster.webp',
      has_captions: true,
      updated_on: '2026-11-23',
      law: null,
      transcript: [{ seconds: 0, text: 'A defense medical exam has many names.' }],
    },
  },
})

export const playSample = endpoint({
  method: 'POST',
  url: '/Academy/api/course/:id/sample/play/',
  access: 'anyone',
  summary: 'Get the addresses for playing the free lecture, for one or two hours',
  description:
    'Each opens this file only, with ranges, while the lecture is the sample of a course for sale. `videoURL` is the audio if the lecture is audio; a text has nothing to play. Request it when the visitor presses Play. Limited by network per ten minutes.',
  refuses: ['not_found', 'too_many_requests'],
  params,
  reply: z.object({ videoURL: z.string(), captionsURL: z.string().nullable() }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      videoURL: '/media/sample/1f7e…/lecture.mp4?expires=1795395600&signature=…',
      captionsURL: '/media/sample/2a8f…/lecture.vtt?expires=1795395600&signature=…',
    },
  },
})
