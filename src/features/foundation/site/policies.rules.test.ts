import { expect, test } from 'vitest'
import {
  fillPlaceholders,
  getDefaultVersion,
  getCustomVersion,
  escapeMarkdown,
  findUnfilledPlaceholders,
} from './policies.rules.ts'
import { TERMS_VERSION } from './site.rules.ts'

test('gives different versions to texts of the same day, however many', () => {
  const versions = Array.from({ length: 60 }, (_, before) => getCustomVersion('2027-03-01', before))
  expect(versions.slice(0, 3)).toEqual(['own-2027-03-01', 'own-2027-03-01b', 'own-2027-03-01c'])
  expect(new Set(versions).size).toBe(60)
  expect(getDefaultVersion('terms', 14)).toBe(TERMS_VERSION)
  expect(getDefaultVersion('terms', 7)).not.toBe(TERMS_VERSION)
})

test('shows a value literally and never as Markdown', () => {
  expect(escapeMarkdown('A*B* [x](y) <i>')).toBe(String.raw`A\*B\* \[x\]\(y\) \<i\>`)
  const values = { name: 'N', email: 'E', phone: '', postal_address: '', contact: 'C', refund_days: '14' }
  expect(fillPlaceholders('{name} {email} {other}', { ...values, book_hosts: '', kinds: '' })).toBe('N E {other}')
})

test('reports unfilled placeholders by line, but not links or checkboxes', () => {
  expect(findUnfilledPlaceholders('# Terms\n\n')).toEqual([{ line: 1, message: expect.stringContaining('is empty') }])
  // The time must not grow faster than the length of the text.
  const before = process.threadCpuUsage()
  for (const sign of ['[', '[a', '{', ' [x\n', '](', '#']) findUnfilledPlaceholders(sign.repeat(60_000))
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_500)
  const found = findUnfilledPlaceholders(
    'Of [Company].\n\n{company} and {name}\n\n[a](/b) [c][d] [d] - [ ] x\n\n[d]: /e\n',
  )
  expect(found.map(({ line, message }) => `${line} ${message.split(' ')[0]}`)).toEqual(['1 [Company]', '3 {company}'])
})
