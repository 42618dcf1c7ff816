import { expect, test } from 'vitest'
import { letters, type Typeface, unprintableLetters } from './lettering.ts'

test.each(Object.keys(letters) as Typeface[])('%s has every letter for which its tables are not asked', (typeface) => {
  const english = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  const font = letters[typeface]()
  expect(english.filter((letter) => !font.hasGlyphForCodePoint(letter.charCodeAt(0)))).toEqual([])
  expect(unprintableLetters(english.join(''), typeface)).toEqual([])
  expect(unprintableLetters(`${english.join('')} 一 é`, typeface)).toEqual(['一'])
})
