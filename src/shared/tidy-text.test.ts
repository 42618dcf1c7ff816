import { expect, test } from 'vitest'
import { tidyLine, tidyText } from './tidy-text.ts'
import { processorTime } from '../../test/harness/event-loop-block.ts'

test.each([
  ['line ends of other systems', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['bidirectional control characters', 'pay\u202Egnp.exe\u202C \u2066now\u2069\u200F', 'paygnp.exe now'],
  ['invisible characters', 'a\u200Bb\uFEFFc\u0000d\u0007e\u{E0041}\u00ADf', 'abcdef'],
  ['a letter with too many marks', `Z${'\u0335'.repeat(200)}a`, `Z${'\u0335'.repeat(4)}a`],
  ['half a surrogate pair', 'a\uD800b', 'a\uFFFDb'],
  ['decomposed letters', 'Rene\u0301', 'Ren\u00E9'],
  ['only invisible characters', '\u202E\u2066\u200B', ''],
  ['only joiners and fillers', '\u200D\u00AD \u3164\u2800\uFE0F', ''],
  ['only half a surrogate pair', '\uD800', ''],
  ['a single character', '👍', '👍'],
  ['spaces at line ends', '  first  \n\nlast\t \n', 'first\n\nlast'],
  ['characters that languages need', 'שָׁלוֹם Tiếng Việt 👩🏽‍⚕️ ไม่ได้', 'שָׁלוֹם Tiếng Việt 👩🏽‍⚕️ ไม่ได้'.normalize('NFC')],
])('%s', (_, typed, expected) => {
  expect(tidyText(typed)).toBe(expected)
  expect(tidyText(expected)).toBe(expected)
})

test('a line stays a single line', () => expect(tidyLine(' Thirty\n days \t or  more? ')).toBe('Thirty days or more?'))

test('plain lines take much less time than others, because an exam has thousands of them', () => {
  const measure = (line: string) =>
    Math.min(
      ...[1, 2, 3].map(() =>
        processorTime(() => {
          for (let times = 0; times < 10_000; times += 1) tidyText(line)
        }),
      ),
    )
  const plain = `“Don’t sign” — wait. ${'x'.repeat(270)}`
  expect(measure(plain)).toBeLessThan(measure(`${plain}é`) / 2)
})

test('many spaces within a line take no time', () => {
  const text = `a${' '.repeat(60_000)}b`
  expect(processorTime(() => expect(tidyText(text)).toBe(text))).toBeLessThan(500)
})
