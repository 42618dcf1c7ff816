import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text-schema.ts'
import { type Encoding, ENCODINGS } from '#shared/text-encoding.ts'
import { MAX_COLUMNS, MAX_FILE_BYTES, PERSON_FIELDS } from '#features/commerce/access/enrollment-file.contract.ts'

const ENCODING_NAMES = Object.keys(ENCODINGS) as [Encoding, ...Encoding[]]

export const enrollMembers = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/enrolments/',
  access: { may: 'bulk enroll' },
  summary: 'Enroll everyone in a spreadsheet',
  description:
    'Reads an Excel workbook (.xlsx or .xls, the first visible sheet) or a text file with commas, semicolons, or tabs. Members are found by email address. Anyone without an account gets one, and an email with a link to choose a password. Members who already have the product are skipped, so sending a file twice changes nothing. `columns` in the response says how each column is used; send your own choice in the same order to change it. If anything is wrong, the errors are listed by row and nothing is stored, unless `skip_mistakes` is set. `only_check` returns what would happen and stores nothing. `content` is the file in base64, with up to 500 people and 1 MB.',
  body: z.strictObject({
    product: z.string('Please choose a product.').min(1, 'Please choose a product.').max(200),
    group: z
      .uuid('Group not found.')
      .nullable()
      .default(null)
      .describe('Also adds everyone in the file to this group.'),
    why: requiredText(500, 'Enter a reason. It is saved in the audit log.'),
    content: z
      .base64('Please choose a file.')
      .min(1, 'Please choose a file.')
      .max(Math.ceil(MAX_FILE_BYTES / 3) * 4, 'The file can be up to 1 MB.'),
    encoding: z
      .enum(ENCODING_NAMES, 'Please choose an encoding.')
      .nullable()
      .default(null)
      .describe('One of `encodings` from the response, if the file is not UTF-8 or UTF-16.'),
    columns: z
      .array(z.enum(PERSON_FIELDS, 'Choose what this column contains.').nullable())
      .max(MAX_COLUMNS)
      .optional()
      .describe('What each column contains, in the order of the file. Null means that it is not used.'),
    only_check: z.boolean('Must be true or false.').default(false),
    skip_mistakes: z
      .boolean('Must be true or false.')
      .default(false)
      .describe('Enrolls everyone in the rows without mistakes, and skips the others.'),
  }),
  bodyLimit: 1_400_000,
  refuses: ['busy'],
  reply: z.object({
    message: z.string(),
    granted: z.int().describe('How many get the product now, including new accounts.'),
    made: z.int().describe('New accounts.'),
    had: z.int().describe('How many already had it.'),
    added: z.int().describe('How many were added to the group.'),
    mistakes: z.array(z.object({ line: z.int().nullable(), message: z.string() })),
    rejected: z.int().describe('How many rows have mistakes.'),
    rejected_csv: z
      .string()
      .describe('These rows with their mistakes as CSV, to fix and send again. Empty if there are none.'),
    more_mistakes: z.int().describe('How many are not listed here.'),
    encodings: z
      .array(z.object({ encoding: z.enum(ENCODING_NAMES), label: z.string(), sample: z.array(z.string()) }))
      .describe(
        "If the file's encoding is unclear: the possible encodings, with sample lines. Nothing is stored then.",
      ),
    columns: z
      .array(z.object({ name: z.string(), sample: z.string(), field: z.enum(PERSON_FIELDS).nullable() }))
      .describe('The columns of the file, each with its first value and what it is used for.'),
    ignored_sheets: z.array(z.string()).describe('Other visible sheets of the workbook, which were not read.'),
  }),
  example: {
    body: {
      product: 'dme-observer-starter-kit',
      why: 'A class',
      content: 'ZW1haWwKbm9yYUBleGFtcGxlLmNvbQo=',
      encoding: null,
      only_check: false,
    },
    reply: {
      message: '12 people now have access, 9 with new accounts. We’re emailing each of them. One already has access.',
      granted: 12,
      made: 9,
      had: 1,
      added: 0,
      mistakes: [],
      more_mistakes: 0,
      rejected: 0,
      rejected_csv: '',
      encodings: [],
      columns: [{ name: 'email', sample: 'nora@example.com', field: 'email' }],
      ignored_sheets: [],
    },
  },
})

const ENROLLMENT = '0f2f5e6e-0b0e-4d5b-9a52-5f3c3b0d1a77'
const PRODUCT = '7d1c2f5e-53a1-4a52-9d6f-2f4f3d1c9e55'

export const listRecentEnrollments = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/enrolments/recent/',
  access: { may: 'see members' },
  summary: 'List enrollments of many people within the last hour',
  description: 'From a file or for a group, newest first. They can be undone.',
  reply: z.object({
    enrollments: z.array(
      z.object({
        id: z.uuid(),
        product_id: z.uuid(),
        product: z.string().describe('Its title.'),
        at: z.iso.datetime(),
        people: z.int().describe('How many have access from it.'),
      }),
    ),
    may: z.object({ undo: z.boolean() }),
  }),
  example: {
    reply: {
      enrollments: [
        {
          id: ENROLLMENT,
          product_id: PRODUCT,
          product: 'DME Observer Starter Kit',
          at: '2026-11-29T15:12:00.000Z',
          people: 40,
        },
      ],
      may: { undo: true },
    },
  },
})

export const undoEnrollment = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/enrolments/:id/undo/',
  access: { may: 'bulk enroll' },
  summary: 'Undo an enrollment of many people',
  description:
    'Within an hour. Ends the access from the enrollment, except for members who have used the academy since. Accounts stay, and emails that were already sent can’t be recalled.',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({}),
  refuses: ['conflict'],
  reply: z.object({
    message: z.string(),
    retained: z.array(z.string()).describe('The email addresses of members who keep access.'),
  }),
  example: {
    params: { id: ENROLLMENT },
    body: {},
    reply: {
      message:
        '39 people no longer have access to DME Observer Starter Kit. One person keeps it, having used the academy since: nora@example.com.',
      retained: ['nora@example.com'],
    },
  },
})
