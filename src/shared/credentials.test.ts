import { expect, test } from 'vitest'
import { isCredentialList, tidyCredentials } from './credentials.ts'

test.each([
  '',
  'RN',
  'RN, BSN, LNC, CEN, MSN, PhD, FNP-BC, CCRN-K, LNCC',
  'PharmD, DrPH, M.Ed, B.Sc.N., Psy.D, Esq.',
  'ANP BC',
  'к.м.н.',
  'Esq., M.D., LPN, Ph. D.',
  'Dipl. Ing.',
])('%j is a list of abbreviations', (text) => {
  expect(isCredentialList(text)).toBe(true)
})

test.each([
  'MD, JD, Board Certified by the State of Example',
  'Certified',
  'Best in the US',
  'Call now',
  'Call Now',
  'Law of US',
  'now',
  'a.b',
  'a-b',
  'evil.com',
  'WWW.EVIL.COM',
  'me@evil.io',
  'https://evil.io',
  'RN; BSN',
  'RN\u202E, BSN',
  'R\u200BN',
  'LNC2',
  '<b>',
  'Bit.Ly',
  'RN, '.repeat(11),
])('%j is not', (text) => {
  expect(isCredentialList(text)).toBe(false)
})

test('credentials are printed with a comma and a space between them', () => {
  expect(tidyCredentials(' RN,BSN ,, FNP-BC,')).toBe('RN, BSN, FNP-BC')
})
