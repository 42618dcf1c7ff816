import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#platform/markdown.ts'
import { renderPlainProse } from './plain-prose.rules.ts'

test('renders plain prose identically with and without the parser', () => {
  expect(
    renderPlainProse({ text: 'It’s a “DME”: 80% (or $5).\n\nSecond – “two”\nlines', style: 'document' }),
  ).toBeDefined()
  expect(renderPlainProse({ text: '1. one', style: 'document' })).toBeUndefined()
  const signs = fc.constantFrom(...'aÉ1 .,;:\'"()?!%–/$-\n\n*_#>|~`[]<&\\+=@'.split(''), 'www.', 'a. ', '---', '    ')
  fc.assert(
    fc.property(
      fc.array(signs, { maxLength: 12 }),
      fc.constantFrom('document' as const, 'typed' as const),
      (parts, style) => {
        const text = parts.join('').trim()
        const plain = renderPlainProse({ text, style })
        expect(plain ?? renderMarkdown({ text, style })).toEqual(renderMarkdown({ text, style }))
      },
    ),
    { numRuns: 1_500 },
  )
})
