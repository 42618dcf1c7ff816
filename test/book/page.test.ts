import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../scripts/list-files.ts'
import { blocksOf, filledIn } from './page.ts'
import { KNOWN_ISSUES, EXAMPLES, INSTEAD, SECTIONS } from './reader.ts'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')
const page = read('docs/running.md')

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

test("the owner's pages name buttons, fields, and menus as the screens do", () => {
  const isShipped = (file: string) => !file.includes('.test.')
  const screens = listFiles('src/**/*.ts', 'src/**/*.tsx')
    .filter(isShipped)
    .map(read)
    .join('\n')
    .replaceAll(/\s+/g, ' ')
  const labels = ['docs/your-academy.md', 'docs/daily-tasks.md'].flatMap((file) =>
    [...read(file).matchAll(/\*\*(.+?)\*\*/gs)].map(([, label = '']) => label.replaceAll(/\s+/g, ' ')),
  )
  expect(labels.length).toBeGreaterThan(100)
  // Amounts, counts, and the kind of product are not compared.
  const isShown = (label: string) =>
    screens.includes(label.replace(/\$149\.00|\d+ \w+$/, '').replace('About the course', 'About the {kind}'))
  expect(labels.filter((label) => !isShown(label))).toEqual([])
})
