import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeError } from '#platform/finding.ts'
import { describeDevice } from '#features/people/accounts/devices.rules.ts'
import { NameForm, RegistrationForm } from '#features/people/accounts/member-forms.rules.ts'
import { parseReturnTo } from '#features/people/login/return-to.rules.ts'
import { normalizeCouponCode } from '#features/commerce/coupons/coupons.rules.ts'
import { readPeople } from '#features/commerce/access/enrollment.rules.ts'
import { normalizeCode, normalizeRecoveryCode } from '#features/people/two-factor/two-factor.rules.ts'
import { parseCues } from '#features/foundation/files/caption-text.rules.ts'
import { convertCaptions } from '#features/foundation/files/caption-conversion.rules.ts'
import { findCaptionMistakes } from '#features/foundation/files/captions.rules.ts'
import { findActiveContent } from '#features/foundation/files/file-kinds.rules.ts'
import { resolveAddress } from '#features/foundation/product-folders/plan-fields.rules.ts'
import { findNearestFile } from '#features/foundation/product-folders/problems.rules.ts'
import { parseMarkdown, parseYaml } from '#features/foundation/product-folders/yaml-text.rules.ts'
import { findPatientData } from '#features/foundation/phi-check/phi-check.rules.ts'
import { isNotPatientData } from '#features/foundation/phi-check/placeholder-values.rules.ts'
import { normalizeLicenseNumber } from '#features/credentials/contact-hours/licenses.rules.ts'
import { assignZipPaths } from '#features/foundation/media/zip-downloads.rules.ts'
import { fitSubject } from '#platform/mail/email-template.ts'
import { normalizeQuery, splitHighlights } from '#features/community/search/search.rules.ts'
import { sanitizeFileName } from '#features/catalog/uploads/uploads.rules.ts'
import { readConfig } from '#platform/config.ts'
import { isPrintable } from '#platform/typography.ts'
import { formatCsvLine } from '#shared/csv.ts'
import { parseTable } from '#shared/delimited-table.ts'
import { isCredentialList, tidyCredentials } from '#shared/credentials.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { toDistinctFileName } from '#shared/file-name.ts'
import { isSlug } from '#shared/ids.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { findNearestWord } from '#shared/nearest-word.ts'
import { tidyLine } from '#shared/tidy-text.ts'
import { isFullMeasure } from '../harness/measure.ts'
import { MAX_LOOP_BLOCK_MS } from '../harness/event-loop-block.ts'

const MAX_CHARACTERS = 50_000
/** Input that many regular expressions have trouble with. Each parser adds its own. */
const USUAL = isFullMeasure
  ? [
      '*',
      '_',
      '*a_',
      '<',
      '>',
      '[',
      '(',
      '"',
      "'",
      '-',
      '- ',
      ' ',
      'a',
      'a ',
      '1',
      'A1 ',
      '\n',
      '\t',
      ',',
      '.',
      ':',
      '=',
      '#',
      '@',
      '/',
      '\\',
      '&amp;',
      '§',
    ]
  : [' ', '-', 'a', '1']
/** Two combining marks in an order that every normalization changes. */
const MARKS = '\u0301\u0316'

const anything = z.record(z.string(), z.unknown())
/**
 * The text is short, because the parser searches all keys again for each key. It blocks no requests, because `import`
 * reads folders in its own process.
 */
const yaml = (text: string) => parseYaml(anything, { file: 'a.yaml', text: text.slice(0, 1_000), firstLine: 1 })
const cue = (text: string) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`
const people = (text: string) => parseTable(`email,name\n"${text}",b\n`, { maxRows: 1_000_000, longestRow: 5_000 })
const name = (text: string) => ({ first_name: text, last_name: text, credentials_after_name: text })
const registration = { confirm_password: '', email: '', first_name: '', last_name: '', password: '', username: '' }
const digits = (text: string) => ({ kind: 'other', from: 0, to: text.length }) as const

type Reader = [
  name: string,
  read: (text: string) => unknown,
  segments: string[],
  ends?: { before?: string; after?: string },
]

const READERS: Reader[] = [
  ['the PHI check', (text) => findPatientData(text.slice(0, 10_000)), ['*', '_', '§']],
  ['the owner of a number', (text) => isNotPatientData(text, digits(text)), ['a', 'a ']],
  ['a text', tidyLine, [MARKS, '\u0301', '\u200B ', '\r']],
  ['an address from a name', (text) => resolveAddress({ address: '', name: text }), [MARKS, '-', '- ']],
  ['an address', isSlug, ['a-']],
  ['a name', (text) => NameForm.safeParse(name(text)), [MARKS, 'a. ', 'é\u200D', ', Jr.']],
  [
    'a registration',
    (text) => RegistrationForm.safeParse({ ...registration, email: text, username: text, password: text }),
    [MARKS, 'a@', 'a.'],
  ],
  ['credentials', (text) => isCredentialList(tidyCredentials(text)), [',', 'RN,', 'R.']],
  ['a file name', (text) => [sanitizeFileName(text), toDistinctFileName(text, 'a')], [MARKS, 'a.', 'a ']],
  ['a username', cleanLogin, [MARKS, '-']],
  ['a printed name', (text) => isPrintable(text, 'serif'), [MARKS]],
  ['a user agent', describeDevice, ['Mozilla/5.0 (', 'Chrome/']],
  ['a return-to URL', parseReturnTo, ['/', '?a', '%2e']],
  ['a table cell', (text) => formatCsvLine([text]), ['\n', '\t', '; ', MARKS]],
  ['a coupon', normalizeCouponCode, ['- ']],
  ['a code', normalizeCode, ['1 ']],
  ['a recovery code', normalizeRecoveryCode, ['a-']],
  [
    'a license number',
    (number) => normalizeLicenseNumber({ state: 'CA', profession: 'RN', number }),
    ['RN ', 'R.N.', ' .-'],
  ],
  ['a search query', normalizeQuery, ['\u0000', '\u200B ']],
  ['search highlights', splitHighlights, ['\u0002', '\u0003']],
  ['a list of people', (text) => readPeople(people(text), () => ({ problems: ['wrong'] })), [MARKS, '"', ',"', '\n,']],
  [
    'captions',
    (text) => [findCaptionMistakes(cue(text)), parseCues(cue(text))],
    ['<', '<v a', '&', '00:', '-->', '<v a>', '\n-->\n'],
  ],
  [
    'SubRip captions',
    (text) => convertCaptions(Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${text}`)),
    ['<', '<i', '&', '{\\', '1\n', '00:', '00:00:00 ', '-->', '→', '\n00:00:00,0 -> 00:00:01,0\n'],
  ],
  ['an SVG', findActiveContent, ['<use ', '<image href', 'href=', ' on', ' ona']],
  ['a YAML key', (text) => yaml(`a:\n  b: "c\n${text}`), ['- ', '- - \u2028', ' a: ']],
  ['YAML', yaml, ['[', '{', '- ', '? ', '&a ', '*a ', '!', '|', 'a: ', '  ', '"', "'", '#']],
  ['a YAML scalar', (text) => yaml(text), [': '], { before: '@- ', after: '\u2028x' }],
  [
    'front matter',
    (text) => parseMarkdown(anything, { file: 'a.md', text: `---\n${text}` }),
    ['\n---', '---', '\n--- ', '\t'],
  ],
  ['the nearest file', (text) => findNearestFile(text, ['a.md', text.slice(1)]), ['.md', '.m']],
  ['the nearest word', (text) => findNearestWord(text, ['courses', 'podcasts']), []],
  [
    'handouts',
    (text) => assignZipPaths([{ lecture: 1, lectureName: text, fileName: text, sha256: '' }]),
    ['a ', ' .'],
    { before: 'a', after: 'a' },
  ],
  ['a subject', fitSubject, ['a. ', '. ']],
  ['an amount', formatDollars, ['1'], { before: 'a' }],
  ['settings', (text) => readConfigOf(text), ['a,', ',', '\n', 'a<', '/'], { before: 'a', after: 'a' }],
  ['an error message', (text) => describeError(new Error(text)), [':', 'a:', '//']],
]

function readConfigOf(text: string): void {
  const settings = {
    NODE_ENV: 'test',
    STRIPE_WEBHOOK_SECRET: `${text} x y`,
    PUBLIC_URL: `http://a/${text}`,
  }
  expect(() => readConfig(settings)).toThrow('STRIPE_WEBHOOK_SECRET')
}

/** The shortest processor time of several tries, in ms. */
function timeOf(work: () => unknown): number {
  let min = Infinity
  for (let tries = 0; tries < 3 && min > MAX_LOOP_BLOCK_MS; tries += 1) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    min = Math.min(min, (user + system) / 1_000)
  }
  return min
}

test.each(READERS)('%s is read in linear time', (_name, read, segments, { before = '', after = '' } = {}) => {
  const slow: [segment: string, ms: number][] = []
  for (const segment of new Set([...segments, ...USUAL])) {
    const text = (length: number) => before + segment.repeat(Math.ceil(length / segment.length)) + after
    read(text(100))
    // Detects a cubic pattern before it takes minutes.
    const size = [2_000, MAX_CHARACTERS].find((length) => timeOf(() => read(text(length))) > MAX_LOOP_BLOCK_MS)
    if (size !== undefined) slow.push([segment, size])
  }
  expect(slow).toEqual([])
})
