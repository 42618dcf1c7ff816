import { expect, test } from 'vitest'
import { transcriptOf } from './transcript.rules.ts'

test('captions cut to fit a screen become paragraphs: a new one where a sentence ends and a pause follows', () => {
  const long = 'An observer has three tools that never run out of batteries, and each of them needs practice.'
  const webvtt = [
    'WEBVTT - Episode 1',
    'NOTE\n00:00 is when the music starts',
    'STYLE\n::cue { color: white }',
    `1\n00:00:03.600 --> 00:00:07.478 line:80%\n<v Nora>${long.replace('never ', 'never\n')}</v>`,
    `first\n00:07.500 --> 00:08.476\nEyes &amp; <i>ears</i>.`,
    `00:12.000 --> 00:13.000\nAnd a watch &lt;3.`,
    `01:00:00.000 --> 01:00:01.000\n   `,
    `01:00:02.000 --> 01:00:03.000\nThe end`,
  ].join('\r\n\r\n')
  expect(transcriptOf(`\uFEFF${webvtt}`)).toEqual([
    { seconds: 3.6, text: `${long} Eyes & ears.` },
    // Too short to stand alone, so the next sentence joins it in spite of the pause.
    { seconds: 12, text: 'And a watch <3. The end' },
  ])
})

test('a long paragraph ends with its sentence, a sentence is never cut', () => {
  const cues = Array.from({ length: 40 }, (_, n) => {
    const at = (second: number) => `00:${String(second).padStart(2, '0')}.000`
    return `${at(n)} --> ${at(n + 1)}\nPart ${n} goes on and on and on${n % 4 === 3 ? '.' : ','}`
  })
  const paragraphs = transcriptOf(['WEBVTT', ...cues].join('\n\n'))
  expect(paragraphs.length).toBeGreaterThan(2)
  for (const { text } of paragraphs) {
    expect(text).toMatch(/\.$/)
    expect(text.length).toBeLessThan(500)
  }
})

test.each(['', 'WEBVTT', 'not captions at all', '00:01.000 --> \nno end', '\n\n\n'])(
  '%j has nothing to read',
  (text) => {
    expect(transcriptOf(text)).toEqual([])
  },
)
