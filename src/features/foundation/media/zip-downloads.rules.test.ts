import { expect, test } from 'vitest'
import { assignZipPaths } from './zip-downloads.rules.ts'

const place = (lecture: number, lectureName: string, fileName: string) => ({
  lecture,
  lectureName,
  fileName,
  sha256: '',
})

test("places each handout in its lecture's folder under a portable, unique name", () => {
  const places = assignZipPaths([
    place(1, '1. What a DME is', 'glossary.pdf'),
    place(1, '1. What a DME is', 'Glossary.pdf'),
    place(2, 'Why: "rules" / <limits>?', '../../etc/passwd'),
    place(2, 'Why: "rules" / <limits>?', 'no\u202Egpj.exe'),
    place(12, '...', '.'),
    place(13, 'ü'.repeat(200), `${'a'.repeat(200)}.docx`),
  ]).map((each) => each.place)
  expect(places).toEqual([
    '01. What a DME is/glossary.pdf',
    '01. What a DME is/Glossary (2).pdf',
    '02. Why rules limits/etc passwd',
    '02. Why rules limits/nogpj.exe',
    '12. Handout/Handout',
    `13. ${'ü'.repeat(75)}/${'a'.repeat(145)}.docx`,
  ])
})
