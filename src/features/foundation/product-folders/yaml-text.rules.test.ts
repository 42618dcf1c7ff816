import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseYaml } from './yaml-text.rules.ts'

const levels = Array.from({ length: 10 }, (_, level) =>
  level === 0
    ? 'a0: &a0 [x, x, x, x]'
    : `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
).join('\n')

test.each([levels, 'title: *nothing'])('reports unresolvable aliases as a single located error', (text) => {
  const { problems } = parseYaml(z.unknown(), { file: 'examination.yaml', text, firstLine: 1 })
  expect(problems).toEqual([{ file: 'examination.yaml', line: 1, message: expect.any(String) }])
})
