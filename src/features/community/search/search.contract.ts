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
  .describe('A text in parts, with the matches marked.')
export type TextSegment = z.infer<typeof TextSegment>

const SearchHit = z.object({
  kind: z.enum(['product', 'lecture', 'transcript', 'handout', 'thread']),
  title: z.string().describe("The thread's title; empty if its first post was deleted."),
  text: TextSegment,
  lecture_id: z.string().nullable().describe("The lecture's ID within its course."),
  seconds: z.number().nullable().describe('The time at which it is said, or that a thread is about.'),
  page: z.number().nullable().describe('Page of a PDF, from 1.'),
  thread: z
    .object({
      id: z.string(),
      post: z.number().describe("The post's number; 0 is the first post."),
      lecture: z.string().nullable().describe('The name of the lecture that it is about.'),
    })
    .nullable()
    .describe('In discussions: when it was posted.'),
})
export type SearchHit = z.infer<typeof SearchHit>

const SearchResults = z.object({
  id: z.string(),
  kind: z.enum(KIND_NAMES),
  name: z.string(),
  is_own: z.boolean(),
  hits: z.array(SearchHit).describe('Best matches first: at most five, then at most three of its discussions.'),
  count: z.number().describe('How many matches there are in this product.'),
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
  summary: 'Search products and discussions',
  description:
    'Visitors find products on offer. Members also find what is inside their products: lectures, transcripts, handouts, and discussions. Staff find those of every course. Searches are not stored. Visitors are limited by network per five minutes.',
  refuses: ['invalid', 'too_many_requests'],
  body: z.strictObject({ words: SearchQuery }),
  reply: z.object({
    count: z.number().describe('How many matches were found.'),
    is_more: z.boolean().describe('Whether there are more than were counted.'),
    products: z.array(SearchResults).describe('Best matches first.'),
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
  summary: 'Suggest titles that start like the query, or are spelled almost like it',
  description: 'Among what the caller can find, at most eight.',
  refuses: ['invalid', 'too_many_requests'],
  body: z.strictObject({ words: SearchQuery }),
  reply: z.array(Suggestion),
  example: { body: { words: 'what a' }, reply: [SUGGESTION] },
})
