import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { MAX_NOTE_LENGTH } from './notes.rules.ts'

const A_DAY = 86_400

const CourseId = z.string().min(1).max(200).describe("A course's ID, or the ID of the caller's purchase of it.")

const Note = z.object({
  id: z.uuid(),
  lecture_id: z.string().describe("The lecture's ID within its course."),
  lecture_name: z.string(),
  seconds: z.number().describe('The time in the lecture that it is about.'),
  text: z.string(),
})
export type Note = z.infer<typeof Note>

const EXAMPLE = {
  id: 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
  lecture_id: 'what-a-dme-is',
  lecture_name: '1. What a DME is',
  seconds: 132.4,
  text: 'Ask for the letter that names the examiner.',
}

export const listNotes = endpoint({
  method: 'GET',
  url: '/Academy/api/take/course/:id/notes/',
  access: 'member',
  summary: "List the caller's notes in a course",
  description: 'By lecture and time. Only the caller can read them.',
  refuses: ['not_found'],
  params: z.strictObject({ id: CourseId }),
  reply: z.array(Note),
  example: { params: { id: 'defense-medical-exam-training' }, reply: [EXAMPLE] },
})

export const saveNote = endpoint({
  method: 'POST',
  url: '/Academy/api/course/:id1/lecture/:id2/note/',
  access: 'member',
  summary: 'Save a note at a time in a lecture, or edit one',
  description:
    'The caller creates the ID, so a repeated request has no effect. To edit a note, send its current text as `replaces`, so that no unseen change is overwritten.',
  refuses: ['not_found', 'invalid', 'conflict'],
  params: z.strictObject({
    id1: CourseId,
    id2: z.string().min(1).max(200).describe("The lecture's ID within its course."),
  }),
  body: z.strictObject({
    id: z.uuid(),
    seconds: z.number().min(0).max(A_DAY),
    text: z
      .string()
      .trim()
      .min(1, 'Write something, or delete the note.')
      .max(MAX_NOTE_LENGTH, `A note can have at most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters.`),
    replaces: z.string().optional().describe('The text of the stored note that this one changes.'),
  }),
  reply: Note,
  example: {
    params: { id1: 'defense-medical-exam-training', id2: 'what-a-dme-is' },
    body: { id: EXAMPLE.id, seconds: EXAMPLE.seconds, text: EXAMPLE.text },
    reply: EXAMPLE,
  },
})

export const deleteNote = endpoint({
  method: 'POST',
  url: '/Academy/api/note/:id/remove/',
  access: 'member',
  summary: "Remove one of the caller's notes",
  description: "A missing note and someone else's get the same response.",
  params: z.strictObject({ id: z.uuid().describe("The note's ID.") }),
  reply: z.object({ removed: z.literal(true) }),
  example: { params: { id: EXAMPLE.id }, reply: { removed: true } },
})
