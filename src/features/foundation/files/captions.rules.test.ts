import { expect, test } from 'vitest'
import { toTranscriptLines } from '#shared/transcript.ts'
import { parseCues } from './caption-text.rules.ts'
import { findCaptionMistakes, parseCaptions } from './captions.rules.ts'

const transcript = (captions: string) => toTranscriptLines(parseCues(captions)).map(({ text }) => text)

test('accepts regions, styles, notes, unusual headers, and other line endings as WebVTT', () => {
  const captions = `\uFEFFWEBVTT - made by hand\r\nKind: captions\r\n\r\nREGION\r\nid:low\r\nlines:3\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE\r\nnobody reads this\r\n\r\n1:00:01.000 --> 1:00:04.000 region:low align:start\r\nThe chart\r\ncomes first.\r\n`
  expect(parseCaptions(captions)).toMatchObject({ mistakes: [], warnings: [] })
  expect(toTranscriptLines(parseCues(captions))).toEqual([{ seconds: 3601, text: 'The chart comes first.' }])
  expect(transcript('WEBVTT\n00:01.000 --> 00:02.000\nNo empty line.\n00:02.000-->00:03.000\nNone here.')).toEqual([
    'No empty line.',
    'None here.',
  ])
})

test('sorts cues, omits those without length, and names speakers', () => {
  const captions =
    'WEBVTT\n\n00:05.000 --> 00:07.900\n<v Observer>So the examinee says</v>\n\n00:07.100 --> 00:09.000\n<v.loud Mary O&rsquo;Neil>Right.</v>\n\n00:07.200 --> 00:07.200\nUm.\n\n00:06.800 --> 00:08.400\n<v Observer>that the arm hurt.\n'
  expect(transcript(captions)).toEqual(['Observer: So the examinee says that the arm hurt.', 'Mary O’Neil: Right.'])
  expect(parseCaptions(captions)).toMatchObject({
    mistakes: [],
    warnings: [
      { line: 12, message: 'this caption begins before the one above it, so it is shown earlier: check the times' },
      { line: 9, message: 'this caption starts and ends at the same time, so it is never shown' },
    ],
  })
})

test('decodes entities like browsers and drops tags', () => {
  const captions =
    'WEBVTT\n\n00:01.000 --> 00:04.000\nDon&#39;t <i>sign</i> the nurse&rsquo;s <c.yellow>report</c> &mdash; caf&eacute;, r&#xe9;sum&#xE9; &amp;lt; A&B <00:02.000>now.\n'
  expect(transcript(captions)).toEqual(["Don't sign the nurse’s report — café, résumé &lt; A&B now."])
  const [warning] = parseCaptions('WEBVTT\n\n00:01.000 --> 00:04.000\nBlood pressure < 90 again.\n').warnings
  expect(warning).toEqual({ line: 4, message: 'browsers hide text after "<": write &lt; to show that character' })
})

const rolling = (lines: string[]) => {
  const time = (n: number) => `00:00:${String(n).padStart(2, '0')}`
  const cues = lines.map((line, n) => {
    const above = lines[n - 1] ?? ' '
    const timed = line.replaceAll(/ (\w+)/g, (_, word: string) => `<${time(n * 2)}.500><c> ${word}</c>`)
    return `${time(n * 2)}.000 --> ${time(n * 2 + 1)}.990 align:start position:0%\n${above}\n${timed}\n\n${time(n * 2 + 1)}.990 --> ${time(n * 2 + 2)}.000 align:start position:0%\n${line}\n \n`
  })
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('\n')}`
}

test('merges rolling automatic captions, and keeps intended repetitions', () => {
  expect(
    transcript(rolling(['hello and welcome', 'to this lecture on', 'the defense exam.', 'exam. rooms are small'])),
  ).toEqual(['hello and welcome to this lecture on the defense exam.', 'exam. rooms are small'])
  const growing =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nthe left\n\n00:02.000 --> 00:03.000\nthe left arm\n\n00:03.000 --> 00:04.000\nthe left arm hurts.\n'
  expect(transcript(growing)).toEqual(['the left arm hurts.'])
  const said = ['Did it hurt?', 'No.', 'No.', 'Not at all?', 'Never.', 'Never.', 'Thank you.']
  const captions = `WEBVTT\n\n${said.map((text, n) => `00:0${n}.000 --> 00:0${n + 1}.000\n${text}\n`).join('\n')}`
  expect(transcript(captions)).toEqual(said)
})

test('reports by line what browsers omit', () => {
  expect(
    findCaptionMistakes(
      'WEBVTT\n\n00:01,00 --> 00:02,000\nOne.\n\n00:99.000 --> 00:02.000\nTwo.\n\nx --> 00:02.000\nThree.\n\nFour.',
    ),
  ).toEqual([
    { line: 3, message: expect.stringContaining('a time can’t be read') },
    { line: 6, message: expect.stringContaining('can be at most 59') },
    { line: 9, message: expect.stringContaining('a time can’t be read') },
    { line: 12, message: expect.stringContaining('no times above it') },
  ])
})

test.each(['<', '&', '<v ', '<v a>', '&lt', '-->\n', '00:01.000 --> 00:02.000\n<\n\n', 'a ', '\n'])(
  'parses 100 kB of captions of %j in time',
  (unit) => {
    const used = process.cpuUsage()
    const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${unit.repeat(100_000 / unit.length)}`
    findCaptionMistakes(text)
    toTranscriptLines(parseCues(text))
    expect(process.cpuUsage(used).user / 1e6).toBeLessThan(5)
  },
)
