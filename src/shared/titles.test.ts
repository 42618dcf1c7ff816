import { expect, test } from 'vitest'
import { readsAsTitle } from './titles.ts'

test.each([
  'Nora Smith MD',
  'Nora Smith MD JD',
  'Nora Smith M.D.',
  'NORA SMITH RN',
  'Nora Smith R.N., Jr.',
  'Nora Smith-RN',
  'Nora Smith RN-BC',
  'Nora Smith ’MD’',
  'Nora Smith Esq.',
  'Nora Smith PharmD',
  'Nora Smith PhD',
  'Nora Smith CCHT',
  'Dr Nora Smith',
  'Dr. Nora Smith',
  'Prof. Nora Smith',
  'Nora Smith Board Certified by the State of Ohio',
  'Nora Smith State Licensed',
])('%s has a title', (name) => {
  expect(readsAsTitle(name)).toBe(true)
})

test.each([
  '',
  'Nora',
  'NORA SMITH',
  'NORA LEE',
  'Nora Lee',
  'Jack Ma',
  'JACK MA',
  'Thuy Do',
  'Md. Abdul Rahman',
  'MD RAHMAN',
  'J. R. R. Tolkien',
  'Anitha K.R.',
  'Anitha K. R.',
  'Ramesh K',
  'John Smith Jr.',
  'John Smith, Jr.',
  'John Smith III',
  'Anne-Marie O’Brien-Nuñez',
  'Ludwig van der Rohe',
  'Angus MacDonald',
  'Angus McDONALD',
  'Nora Smith, JR',
  'Paul Nurse',
  'Dominique De La Cruz',
  'Gal·la Placídia',
  '山田 太郎',
  'Мария Иванова',
  'نورا نایتینگل',
])('%s has none', (name) => {
  expect(readsAsTitle(name)).toBe(false)
})
