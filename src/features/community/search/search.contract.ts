import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { MAX_QUERY_LENGTH, QUERY_TOO_LONG } from './search-words.rules.ts'

const SearchQuery = z
  .string()
  .max(MAX_QUERY_LENGTH, QUERY_TOO_LONG)
  .describe('As people type: "exact words", -without, one or another.')

const TextSegment = z
  .array(z.object({ text: z.string(), is_found: z.boolean() }))
  .describe('A text in pieces; those that are what was looked for are marked.')
export type TextSegment = z.infer<typeof TextSegment>

const SearchHit = z.object({
  kind: z.enum(['product', 'lecture', 'transcript', 'handout', 'thread']),
  title: z.string().describe('Of a thread, empty where its first post is gone.'),
  text: TextSegment,
  lecture_id: z.string().nullable().describe("The lecture's id within its course."),
  seconds: z.number().nullable().describe('The moment from which on it is said, or that a thread is about.'),
  page: z.number().nullable().describe('Of a PDF, from 1.'),
  thread: z
    .object({
      id: z.string(),
      post: z.number().describe('The number of the post in it: 0 began it.'),
      lecture: z.string().nullable().describe('The name of the lecture that it is about.'),
    })
    .nullable()
    .describe('Where somebody wrote it.'),
})
export type SearchHit = z.infer<typeof SearchHit>

const SearchResults = z.object({
  id: z.string(),
  kind: z.enum(KIND_NAMES),
  name: z.string(),
  is_own: z.boolean(),
  hits: z.array(SearchHit).describe('The best first, five at most; then three at most of its discussions.'),
  count: z.number().describe('How many there are in this product.'),
})
export type SearchResults = z.infer<typeof SearchResults>

const Suggestion = z.object({
  kind: z.enum(['product', 'lecture', 'handout', 'thread']),
  title: z.string(),
  product_id: z.string(),
  product_kind: z.enum(KIND_NAMES),
  product_name: z.string(),
  is_own: z.boolean(),
  lecture_id: z.string().nullable(),
  thread_id: z.string().nullable(),
})
export type Suggestion = z.infer<typeof Suggestion>

const SUGGESTION = {
  kind: 'lecture',
  title: '1. What a DME is',
  product_id: 'defense-medical-exam-training',
  product_kind: 'course',
  product_name: 'Defense Medical Exam Training',
  is_own: true,
  lecture_id: 'what-a-dme-is',
  thread_id: null,
} as const

export const search = endpoint({
  method: 'POST',
  url: '/Academy/api/search/',
  access: 'anyone',
  summary: 'What the academy says of some words',
  description:
    'Visitors find what is on offer. A member also finds what stands in what is his: lectures, what is said in them, handouts and discussions; staff finds those of every course. What is searched for is kept nowhere. Visitors may ask so many times in five minutes from one network.',
  refuses: ['invalid', 'too_many_requests'],
  body: z.strictObject({ words: SearchQuery }),
  reply: z.object({
    count: z.number().describe('How many passages were found.'),
    is_more: z.boolean().describe('There are more than were counted.'),
    products: z.array(SearchResults).describe('The best first.'),
  }),
  example: {
    body: { words: 'observer' },
    reply: {
      count: 1,
      is_more: false,
      products: [
        {
          id: 'defense-medical-exam-training',
          kind: 'course',
          name: 'Defense Medical Exam Training',
          is_own: true,
          count: 1,
          hits: [
            {
              kind: 'transcript',
              title: '1. What a DME is',
              text: [
                { text: 'The ', is_found: false },
                { text: 'observer', is_found: true },
                { text: ' writes down what is asked.', is_found: false },
              ],
              lecture_id: 'what-a-dme-is',
              seconds: 132,
              page: null,
              thread: null,
            },
          ],
        },
      ],
    },
  },
})

export const suggest = endpoint({
  method: 'POST',
  url: '/Academy/api/search/suggestions/',
  access: 'anyone',
  summary: 'Titles that begin so, or are spelled nearly so',
  description: 'Of what the caller may find, eight at most.',
  refuses: ['invalid', 'too_many_requests'],
  body: z.strictObject({ words: SearchQuery }),
  reply: z.array(Suggestion),
  example: { body: { words: 'what a' }, reply: [SUGGESTION] },
})
