import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPatientData } from './phi-check.rules.ts'
import type { PatientDataKind } from './phi-spans.rules.ts'
import { processorTime } from '../../../../test/harness/event-loop-block.ts'

type Post = { text: string; with: boolean }

const posts = (half: 'mend' | 'held' | 'hard' | 'natural') =>
  JSON.parse(readFileSync(`test/samples/patient-data/${half}.json`, 'utf8')) as Post[]

/** Returns the fraction of these posts in which something was found, from 0 to 1. */
function shareFound(some: Post[]): number {
  return some.filter(({ text }) => findPatientData(text).length > 0).length / some.length
}

// All posts were written by people who had not seen the rules. `mend` was used to improve the rules; the other sets are
// only for this measurement. `hard` was meant to be difficult, and `natural` to be what members would post.
test.each([
  ['mend', 75],
  ['held', 75],
  ['hard', 25],
  ['natural', 60],
] as const)('finds at least 95 of 100 "%s" posts with patient data and at most 5 of 100 without', (half, each) => {
  const all = posts(half)
  const [withData, without] = [all.filter((post) => post.with), all.filter((post) => !post.with)]
  expect([withData.length, without.length]).toEqual([each, each])
  expect(shareFound(withData)).toBeGreaterThanOrEqual(0.95)
  expect(shareFound(without)).toBeLessThanOrEqual(0.05)
})

test.each<[PatientDataKind, string, string]>([
  ['name-birth', 'Our client Maria Gonzalez, 58, fell twice.', 'Maria Gonzalez, 58'],
  ['name-birth', 'The sheet says DOB 3/4/58 twice.', 'DOB 3/4/58'],
  ['name-birth', 'He was born on the fourth of March 1958, I think.', 'born on the fourth of March 1958'],
  ['record-number', 'Her MRN is 44-71-902 on each page.', 'MRN is 44-71-902'],
  ['telephone', 'The son is at (312) 555-0143 all day.', '(312) 555-0143'],
  ['address', 'She was found at 14 Elm Street, alone.', '14 Elm Street'],
  ['claim-number', 'It says claim no. WC-88-12044 there.', 'claim no. WC-88-12044'],
  ['social-security', 'The form shows 412-66-9087 in full.', '412-66-9087'],
  ['mail', 'Write to maria.gonzalez58@example.com about it.', 'maria.gonzalez58@example.com'],
])('finds %s at its position: "%s"', (kind, text, words) => {
  const from = text.indexOf(words)
  expect(findPatientData(text)).toEqual([{ kind, from, to: from + words.length, words }])
})

test.each([
  'See Daubert v. Merrell Dow, 509 U.S. 579 (1993), at 12:40 of the lecture.',
  'A 58-year-old man, admitted with chest pain, waited 4 hours.',
  'Rule 35 and 42 U.S.C. 1395dd; CPT 99213, ICD-10 code S72.001A.',
  'Bates ABC000123 to ABC000145, 1,204 pages, for $349 by March 4.',
  'ISBN 978-0-12-345678-9, second edition, by Patricia Iyer in 2016.',
  'Each MRN has to go before you post. Thanks, Karen',
])('ignores text that identifies no patient: "%s"', (text) => {
  expect(findPatientData(text)).toEqual([])
})

test('finds data written with other dashes, spaces, digits, or marks, at its original position', () => {
  const text = '**MRN** is\u00A0４４７１９０２, cell 312\u2013555\u20130143.'
  expect(findPatientData(text).map(({ words }) => words)).toEqual([
    'MRN** is\u00A0４４７１９０２',
    '312\u2013555\u20130143',
  ])
})

const HOSTILE = [
  'A',
  '1 ',
  'MRN ',
  'Ana ',
  '1-',
  'a.',
  'a@',
  'born ',
  'admitted Ana Li ',
  '1',
  ' ',
  'one ',
  'v. A ',
  '12 Aa ',
  'Aa, ',
  'Łé',
  'she is the a b ',
  'Dr. Ana ',
  'her @ab on ',
  'my cell ',
]

/** Returns the shortest CPU time of three attempts for a text of this length, in milliseconds. */
function timeFor(segment: string, length: number): number {
  const text = segment.repeat(Math.ceil(length / segment.length))
  return Math.min(...Array.from({ length: 3 }, () => processorTime(() => findPatientData(text))))
}

test('takes about eight times as long for a text eight times as long, whatever its content', () => {
  timeFor('MRN 12 Ana Li admitted 3/4 ', 10_000)
  // All are measured together to reduce noise. With quadratic time, the longer texts would take 64 times as long.
  const all = (length: number) => HOSTILE.reduce((sum, segment) => sum + timeFor(segment, length), 0)
  expect(all(40_000) / all(5_000)).toBeLessThan(24)
  for (const segment of HOSTILE) expect([segment, timeFor(segment, 10_000) < 1_000]).toEqual([segment, true])
})
