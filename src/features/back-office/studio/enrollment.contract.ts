import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text-schema.ts'
import { type Encoding, ENCODINGS } from '#shared/text-encoding.ts'
import { MAX_FILE_BYTES } from '#features/commerce/access/enrollment-file.contract.ts'

const ENCODING_NAMES = Object.keys(ENCODINGS) as [Encoding, ...Encoding[]]

export const enrollMembers = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/enrolments/',
  access: { may: 'bulk enroll' },
  summary: 'Enroll everyone in a CSV file',
  description:
    'Members are found by email address. Anyone without an account gets one, and an email with a link to choose a password. Members who already have the product are skipped, so sending a file twice changes nothing. Unknown columns are ignored and listed. If anything is wrong, the errors are listed by line and nothing is stored. `only_check` returns what would happen and stores nothing. `content` is the file in base64, with up to 500 people and 200 KB.',
  body: z.strictObject({
    product: z.string('Please choose a product.').min(1, 'Please choose a product.').max(200),
    why: requiredText(500, 'Enter a reason. It is saved in the audit log.'),
    content: z
      .base64('Please choose a file.')
      .min(1, 'Please choose a file.')
      .max(Math.ceil(MAX_FILE_BYTES / 3) * 4, 'The file can be up to 200 KB.'),
    encoding: z
      .enum(ENCODING_NAMES, 'Please choose an encoding.')
      .nullable()
      .default(null)
      .describe('One of `encodings` from the response, if the file is not UTF-8 or UTF-16.'),
    only_check: z.boolean('Must be true or false.').default(false),
  }),
  bodyLimit: 300_000,
  refuses: ['busy'],
  reply: z.object({
    message: z.string(),
    granted: z.int().describe('How many get the product now, including new accounts.'),
    made: z.int().describe('New accounts.'),
    had: z.int().describe('How many already had it.'),
    mistakes: z.array(z.object({ line: z.int().nullable(), message: z.string() })),
    more_mistakes: z.int().describe('How many are not listed here.'),
    encodings: z
      .array(z.object({ encoding: z.enum(ENCODING_NAMES), label: z.string(), sample: z.array(z.string()) }))
      .describe(
        "If the file's encoding is unclear: the possible encodings, with sample lines. Nothing is stored then.",
      ),
    unused_columns: z.array(z.string()).describe('Unknown columns, which were ignored.'),
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
      mistakes: [],
      more_mistakes: 0,
      encodings: [],
      unused_columns: [],
    },
  },
})
