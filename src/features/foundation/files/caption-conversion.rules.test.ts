import { expect, test } from 'vitest'
import { convertCaptions, decodeCaptions } from './caption-conversion.rules.ts'
import { findCaptionMistakes, parseCaptions } from './captions.rules.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function convert(content: string | Uint8Array): string | undefined {
  const converted = convertCaptions(typeof content === 'string' ? bytesOf(content) : content)
  if ('wrong' in converted) throw new Error(JSON.stringify(converted))
  const { text } = converted
  expect(parseCaptions(text ?? 'WEBVTT')).toMatchObject({ mistakes: [], warnings: [] })
  return text
}

const refusal = (content: string | Uint8Array) =>
  convertCaptions(typeof content === 'string' ? bytesOf(content) : content)

/** The times and texts of converted captions. */
const cuesOf = (content: string | Uint8Array) => convert(content)?.split('\n\n').slice(1).join('|').trim()

test.each([
  [
    'Premiere Pro on Windows: a byte order mark, CRLF, and a trailing blank line',
    '\uFEFF1\r\n00:00:00,000 --> 00:00:02,520\r\nLook at the admission note\r\nbefore the chart.\r\n\r\n2\r\n00:00:02,520 --> 00:00:05,000\r\nIt has the time.\r\n\r\n',
    '00:00:00.000 --> 00:00:02.520\nLook at the admission note\nbefore the chart.|00:00:02.520 --> 00:00:05.000\nIt has the time.',
  ],
  [
    'Whisper: a space before the text',
    '1\n00:00:00,000 --> 00:00:02,000\n Look here.\n\n2\n00:00:02,000 --> 00:00:04,000\n And here.\n',
    '00:00:00.000 --> 00:00:02.000\nLook here.|00:00:02.000 --> 00:00:04.000\nAnd here.',
  ],
  [
    'YouTube: each caption lasts into the next',
    '1\n00:00:00,160 --> 00:00:04,800\nwhat the nurse\n\n2\n00:00:02,480 --> 00:00:07,040\nwrote at nine\n',
    '00:00:00.160 --> 00:00:04.800\nwhat the nurse|00:00:02.480 --> 00:00:07.040\nwrote at nine',
  ],
  [
    'no numbers, periods in the times, no hours, no thousandths',
    '00:01.5 --> 00:02.250\nOne.\n\n00:00:03 --> 00:00:04\nTwo.\n00:00:05,000-->00:00:06,000\nThree.',
    '00:00:01.500 --> 00:00:02.250\nOne.|00:00:03.000 --> 00:00:04.000\nTwo.|00:00:05.000 --> 00:00:06.000\nThree.',
  ],
  [
    'a machine translation, with spaces in its times',
    '1\n00: 00: 01, 000 -> 00: 00: 02, 000\nOne.\n\n2\n00:00:03,000 –> 00:00:04,000\nTwo.\n',
    '00:00:01.000 --> 00:00:02.000\nOne.|00:00:03.000 --> 00:00:04.000\nTwo.',
  ],
  [
    'blank lines within captions, captions without text, and text that is a number',
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nmore.\n\n2\n00:00:03,000 --> 00:00:04,000\n\n3\n00:00:05,000 --> 00:00:06,000\n\n120\n\n4\n00:00:07,000 --> 00:00:08,000\nOver 80.\n',
    '00:00:01.000 --> 00:00:02.000\nOne\nmore.|00:00:05.000 --> 00:00:06.000\n120|00:00:07.000 --> 00:00:08.000\nOver 80.',
  ],
  [
    'a blank line after every line',
    '1\r\r\n00:00:01,000 --> 00:00:02,000\r\r\nOne.\r\r\n\r\r\n2\r\r\n00:00:03,000 --> 00:00:04,000\r\r\nTwo.\r\r\n',
    '00:00:01.000 --> 00:00:02.000\nOne.|00:00:03.000 --> 00:00:04.000\nTwo.',
  ],
  [
    'positions, colors, and tags that WebVTT lacks',
    '1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50\n{\\an8}<font color="#ffff00"><I>Ask</I> <em>first</em></font>\n',
    '00:00:01.000 --> 00:00:02.000\n<i>Ask</i> <i>first</i>',
  ],
  [
    'signs that have a meaning in WebVTT',
    '1\n00:00:01,000 --> 00:00:02,000\nR&D, AT&amp;T, 5 < 6 > 4, <90>, <script>\n',
    '00:00:01.000 --> 00:00:02.000\nR&amp;D, AT&amp;T, 5 &lt; 6 &gt; 4, &lt;90&gt;, &lt;script&gt;',
  ],
  [
    'captions that are out of order',
    '2\n00:00:03,000 --> 00:00:04,000\nTwo.\n\n1\n00:00:01,000 --> 00:00:02,000\nOne.\n',
    '00:00:01.000 --> 00:00:02.000\nOne.|00:00:03.000 --> 00:00:04.000\nTwo.',
  ],
  [
    'very long recordings',
    '1\n100:00:01,000 --> 100:00:02,000\nStill here.\n',
    '100:00:01.000 --> 100:00:02.000\nStill here.',
  ],
])('converts SubRip of %s', (_, given, expected) => {
  expect(cuesOf(given)).toBe(expected)
})

test('starts captions with negative times with the video, and leaves out earlier ones', () => {
  const given =
    '1\n-00:00:09,000 --> -00:00:06,000\nGone.\n\n2\n-00:00:01,471 --> 00:00:00,946\nHalf.\n\n3\n00:00:03,000 --> 00:00:04,000\nWhole.\n'
  expect(convertCaptions(bytesOf(given))).toEqual({
    text: 'WEBVTT\n\n00:00:00.000 --> 00:00:00.946\nHalf.\n\n00:00:03.000 --> 00:00:04.000\nWhole.\n',
    warnings: [{ message: 'the caption in line 2 ends before the video starts, so it was left out' }],
  })
})

test('reports errors by the line of the given SubRip file', () => {
  const given = [
    '1\r\n00:00:05,000 --> 00:00:02,000\r\nOne.\r\n',
    '2\r\n00:00:75,000 --> 00:01:20,000\r\nTwo.\r\n',
    '3\r\nx --> 00:01:20,000\r\nThree.\r\n',
    '4\r\n00:00:09,000 00:00:10,000\r\nFour.\r\n',
    '5\r\n00:00:11,000 --> 00:00:12,000\r\nFive.',
  ].join('\r\n')
  expect(refusal(given)).toEqual({
    wrong: 'has errors',
    mistakes: [
      { line: 2, message: 'this caption ends before it begins' },
      { line: 6, message: expect.stringContaining('can be at most 59') },
      { line: 10, message: expect.stringContaining('in the format 00:01:02,500 --> 00:01:05,000') },
      { line: 14, message: expect.stringContaining('a time can’t be read') },
    ],
  })
  expect(findCaptionMistakes('Hello\n\n1\n00:00:01,000 --> 00:00:02,000\nOne.\n')).toEqual([
    { line: 1, message: expect.stringContaining('no times above it') },
  ])
})

test('decodes Windows-1252, UTF-16, and UTF-8, and reports damaged UTF-8 by line', () => {
  const given = '1\n00:00:01,000 --> 00:00:02,000\nThe café’s “note”\n'
  const expected = '00:00:01.000 --> 00:00:02.000\nThe café’s “note”'
  expect(cuesOf(given)).toBe(expected)
  expect(cuesOf(Buffer.from(`\uFEFF${given}`, 'utf16le'))).toBe(expected)
  const windows = Buffer.from(given.replace('’', '\u0092').replace('“', '\u0093').replace('”', '\u0094'), 'latin1')
  expect(convertCaptions(windows)).toEqual({
    text: `WEBVTT\n\n${expected}\n`,
    warnings: [{ message: expect.stringContaining('We read it as Windows-1252') }],
  })
  const damaged = Buffer.concat([
    bytesOf(given),
    Buffer.from('\n2\n00:00:03,000 --> 00:00:04,000\nCaf\u00e9\n', 'latin1'),
  ])
  expect(refusal(damaged)).toEqual({
    wrong: 'has errors',
    mistakes: [{ line: 7, message: expect.stringContaining('this line has damaged characters') }],
  })
  expect(decodeCaptions(windows)).toMatchObject({ text: given })
})

test('stores WebVTT unchanged, except for commas in times and other encodings', () => {
  // As Zoom writes it.
  const vtt = '\uFEFFWEBVTT\r\n\r\n1\r\n00:00:01.000 --> 00:00:02.000\r\nAda Nurse: One, 2,500 pages.\r\n'
  expect(convert(vtt)).toBeUndefined()
  expect(convert(vtt.replace('01.000', '01,000').replace('02.000', '02,000'))).toBe(
    vtt.slice(1).replaceAll('\r\n', '\n'),
  )
  expect(convert(Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nCaf\u00e9\n', 'latin1'))).toBe(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nCafé\n',
  )
})

test.each([
  ['{\\rtf1\\ansi 1\\\n00:00:01,000 --> 00:00:02,000\\\nHello}', /^is rich text\. In TextEdit, choose/],
  ['Good morning, and welcome to the course.', /^is not a WebVTT or SubRip file\. Upload captions as \.vtt or \.srt$/],
  [Uint8Array.from({ length: 500 }, (_, n) => n % 7), /^is not a WebVTT or SubRip file/],
])('rejects what is not captions: %s', (content, wrong) => {
  expect(refusal(content)).toEqual({ wrong: expect.stringMatching(wrong) })
})

test.each([
  '<',
  '{\\',
  '&',
  '-->',
  '\n1\n00:00:01,000 --> 00:00:02,000\n',
  '1\n',
  '\n',
  ' ',
  '00:00:00',
  '1:',
  'é',
  '<i>',
])('converts 1 MB of %j in time', (unit) => {
  const before = '1\n00:00:01,000 --> 00:00:02,000\n'
  const bytes = bytesOf(before + unit.repeat((1024 * 1024 - before.length) / bytesOf(unit).length))
  const used = process.cpuUsage()
  convertCaptions(bytes)
  convertCaptions(bytes.subarray(0, -1))
  expect(process.cpuUsage(used).user / 1e6).toBeLessThan(5)
})
