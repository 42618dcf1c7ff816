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

test('rejects a group with too many keys, since finding duplicates among them would take minutes', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `key${n}: x\n`).join('')
  const read = (text: string) => parseYaml(z.unknown(), { file: 'course.md', text, firstLine: 2 }).problems
  expect(read(keys(500))).toEqual([])
  expect(read(keys(501))).toEqual([{ file: 'course.md', line: 2, message: 'too many keys: use at most 500' }])
  expect(read(`name: x\nmore:\n  deep: [{ a: 1, b: 2, a: 3 }]`)).toMatchObject([{ line: 4 }])
})

test('reports the first of a hundred thousand mistakes in one line within seconds', () => {
  const text = `name: ${'"'.repeat(200_000)}`
  const { problems } = parseYaml(z.unknown(), { file: 'course.md', text, firstLine: 2 })
  expect(problems).toMatchObject([{ line: 2, message: expect.stringMatching(/^this is not valid YAML: Unexpected/) }])
})

test('explains lists that are nested too deeply', () => {
  const { problems } = parseYaml(z.unknown(), { file: 'course.md', text: `x: ${'['.repeat(20_000)}`, firstLine: 2 })
  expect(problems).toMatchObject([{ line: 2, message: expect.stringContaining('nested too deeply') }])
})
