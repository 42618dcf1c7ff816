import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, filledIn } from './page.ts'
import { KNOWN_ISSUES, EXAMPLES, INSTEAD, SECTIONS } from './reader.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/running.md'), 'utf8')

test('commands are read with the heading above them, and other blocks are left out', () => {
  const text = '# One\n```sh\na\n\nb\n```\n## Two\n```yaml\n# no heading\n```\n```sh\n# c\n```\n'
  expect(blocksOf(text)).toEqual([
    { section: 'One', text: 'a\n\nb\n' },
    { section: 'Two', text: '# c\n' },
  ])
})

test('of two examples of which one holds the other, the longer one is filled in', () => {
  expect(filledIn('mail.example.com example.com', { 'example.com': 'x', 'mail.example.com': 'y' })).toBe('y x')
})

test('what the trial of the book does at a place of the page is in the page', () => {
  const blocks = blocksOf(page)
  const headings = new Set(blocks.map(({ section }) => section))
  expect(headings).toEqual(new Set(Object.values(SECTIONS)))
  expect(EXAMPLES.filter((example) => !page.includes(example))).toEqual([])
  expect(INSTEAD.filter(({ begins }) => !blocks.some(({ text }) => text.startsWith(begins)))).toEqual([])
  const isThere = ({ section, holds }: (typeof KNOWN_ISSUES)[number]) =>
    blocks.some((block) => block.section === section && block.text.includes(holds))
  expect(KNOWN_ISSUES.filter((doubt) => !isThere(doubt))).toEqual([])
})
