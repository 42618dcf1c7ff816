import { expect, test } from 'vitest'
import { extractCertificateId } from './certificate-id.rules.ts'

const ID = 'k2Yx7Qm4-b9tR1sW8zPd0fGh_3L'

test.each([
  ID,
  `  ${ID}\n`,
  'k2Yx7Qm4-b9t R1sW8zPd 0fGh_3L',
  `Certificate ID: ${ID}`,
  `certificate id ${ID}.`,
  `“${ID}”`,
  'k2Yx7Qm4\u2013b9tR1sW8zPd0fGh_3L',
  `https://academy.example.com/Certificate/${ID}`,
  `academy.example.com/certificate/${ID}/?utm_source=linkedin#x`,
  `Verify at https://academy.example.com/Certificate/${ID}%E2%80%9D`,
  `https://academy.example.com/Certificate/k2Yx7Qm4-b9t\nR1sW8zPd0fGh_3L`,
])('finds the ID in %j', (typed) => {
  expect(extractCertificateId(typed)).toBe(ID)
})

test.each(['', ' \n', '…', 'https://academy.example.com/Certificate/'])('finds no ID in %j', (typed) => {
  expect(extractCertificateId(typed)).toBe('')
})
