import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, filledIn } from './page.ts'
import { KNOWN_ISSUES, EXAMPLES, INSTEAD, SECTIONS } from './reader.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/running.md'), 'utf8')

test('reads commands with the heading above them and leaves out other blocks', () => {
  const text = '# One\n```sh\na\n\nb\n```\n## Two\n```yaml\n# no heading\n```\n```sh\n# c\n```\n'
  expect(blocksOf(text)).toEqual([
    { section: 'One', text: 'a\n\nb\n' },
    { section: 'Two', text: '# c\n' },
  ])
})

test('replaces the longer of two examples when one contains the other', () => {
  expect(filledIn('mail.example.com example.com', { 'example.com': 'x', 'mail.example.com': 'y' })).toBe('y x')
})

test('every heading, example, and block that the test run refers to is in the page', () => {
  const blocks = blocksOf(page)
  const headings = new Set(blocks.map(({ section }) => section))
  expect(headings).toEqual(new Set(Object.values(SECTIONS)))
  expect(EXAMPLES.filter((example) => !page.includes(example))).toEqual([])
  expect(INSTEAD.filter(({ begins }) => !blocks.some(({ text }) => text.startsWith(begins)))).toEqual([])
  const isThere = ({ section, holds }: (typeof KNOWN_ISSUES)[number]) =>
    blocks.some((block) => block.section === section && block.text.includes(holds))
  expect(KNOWN_ISSUES.filter((issue) => !isThere(issue))).toEqual([])
})
