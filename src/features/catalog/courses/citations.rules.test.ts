import { expect, test } from 'vitest'
import { parseCitation } from './citations.rules.ts'

test.each([
  [
    'Rule 35 | Cornell Law School | https://www.law.cornell.edu/rules/frcp/rule_35',
    { title: 'Rule 35', publisher: 'Cornell Law School', url: 'https://www.law.cornell.edu/rules/frcp/rule_35' },
  ],
  ['Rule 35 | https://example.com/a', { title: 'Rule 35', publisher: '', url: 'https://example.com/a' }],
  ['https://www.example.com/a/', { title: 'example.com/a', publisher: '', url: 'https://www.example.com/a/' }],
  ['Rule 35', undefined],
  ['Rule 35 | Cornell Law School', undefined],
  ['javascript:alert(1)', undefined],
  ['One | two | three | https://example.com/a', undefined],
])('reads the source %s', (line, citation) => {
  expect(parseCitation(line)).toEqual(citation)
})
