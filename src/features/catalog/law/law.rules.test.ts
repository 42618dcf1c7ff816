import { expect, test } from 'vitest'
import { writeFields } from '#features/foundation/product-folders/product-fields.rules.ts'
import { lawField } from './law.contract.ts'
import { type Law, toLaw, toLawView, toLawPlan } from './law.rules.ts'

const LawFile = lawField.file
const writeLaw = (law: ReturnType<typeof toLawPlan>) => writeFields({ law: lawField }, { law })['law']

const LAW: Law = {
  asOf: '2026-03-01',
  lookAgainBy: '2027-03-01',
  sources: [
    { name: 'Rule 35', link: 'https://example.com/rule-35' },
    { name: 'A local rule', link: null },
  ],
}

test.each<{ law: Law | null }>([{ law: LAW }, { law: { ...LAW, lookAgainBy: null, sources: [] } }, { law: null }])(
  'stores, writes, and reads the same law: $law',
  ({ law }) => {
    expect(toLaw(LawFile.parse(writeLaw(toLawPlan(law))))).toEqual(law)
  },
)

test.each([
  ['the day before', '2027-02-28', false],
  ['the day itself', '2027-03-01', false],
  ['the day after', '2027-03-02', true],
])('is due on %s: %s', (_when, today, isDue) => {
  expect(toLawView(LAW, today)).toMatchObject({ as_of: '2026-03-01', look_again_by: '2027-03-01', is_due: isDue })
})

test.each(['2026-2-30', '2026-13-01', 'March 2026', ' '])('rejects %j as a date', (asOf) => {
  expect(LawFile.safeParse({ as_of: asOf }).success).toBe(false)
})

test.each([
  'http://example.com/',
  'https:example.com',
  'javascript:alert(1)',
  'example.com',
  'https://',
  'https://localhost\\@x',
  `https://example.com/${'a'.repeat(1_000)}`,
])('rejects %s as a source address', (link) => {
  expect(LawFile.safeParse({ as_of: '2026-03-01', sources: [{ name: 'Rule 35', link }] }).success).toBe(false)
})

test('reports an incomplete law: a source without the date it was checked', () => {
  const { error } = LawFile.safeParse(
    writeLaw({ as_of: '', look_again_by: '', sources: [{ name: 'Rule 35', link: '' }] }),
  )
  expect(error?.issues.map(({ path }) => path.join('/'))).toEqual(['as_of'])
})
