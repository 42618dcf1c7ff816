import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text-schema.ts'
import { type Encoding, ENCODINGS } from '#shared/text-encoding.ts'
import { MAX_FILE_BYTES } from '#features/commerce/access/enrollment-file.contract.ts'

const ENCODING_NAMES = Object.keys(ENCODINGS) as [Encoding, ...Encoding[]]

export const enrollMembers = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/enrolments/',
  access: { may: 'enrol many' },
  summary: 'Gives a product to everybody whom a file of CSV names',
  description:
    'Members are found by email address; who has no account gets one, with a mail to choose a password. Who has the product already is left as he is, so that the same file twice changes nothing. Columns that are not known are left alone, and named. Where anything is wrong it is told line by line, and nothing is stored. With `only_check` nothing is stored either, and the answer says what would be. `content` is the file in base64: 500 people and 200 kB at most.',
  body: z.strictObject({
    product: z.string('Please choose a product.').min(1, 'Please choose a product.').max(200),
    why: requiredText(500, 'Enter a reason. It is saved in the log.'),
    content: z
      .base64('Please choose a file.')
      .min(1, 'Please choose a file.')
      .max(Math.ceil(MAX_FILE_BYTES / 3) * 4, 'The file can be up to 200 kB.'),
    encoding: z
      .enum(ENCODING_NAMES, 'Please choose an encoding.')
      .nullable()
      .default(null)
      .describe('One of `encodings` of the answer, where the file is not UTF-8 or UTF-16.'),
    only_check: z.boolean('Must be true or false.').default(false),
  }),
  bodyLimit: 300_000,
  refuses: ['busy'],
  reply: z.object({
    message: z.string(),
    granted: z.int().describe('Who get the product now, new accounts among them.'),
    made: z.int().describe('New accounts.'),
    had: z.int().describe('Who had it before.'),
    mistakes: z.array(z.object({ line: z.int().nullable(), message: z.string() })),
    more_mistakes: z.int().describe('How many are left out.'),
    encodings: z
      .array(z.object({ encoding: z.enum(ENCODING_NAMES), label: z.string(), sample: z.array(z.string()) }))
      .describe(
        'Where the file does not say its encoding: those in which it could be read, with lines of it. Nothing is stored then.',
      ),
    unused_columns: z.array(z.string()).describe('Columns that are not known: nothing was made of them.'),
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
      message: '12 people have it now, 9 with new accounts. A mail tells each of them. One already has access.',
      granted: 12,
      made: 9,
      had: 1,
      mistakes: [],
      more_mistakes: 0,
      encodings: [],
      unused_columns: [],
    },
  },
})
