import { expect, test } from 'vitest'
import { fonts, type Typeface, findUnprintableCharacters } from './typography.ts'

test.each(Object.keys(fonts) as Typeface[])(
  '%s has every letter that is assumed without reading its tables',
  (typeface) => {
    const english = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
    const font = fonts[typeface]()
    expect(english.filter((char) => !font.hasGlyphForCodePoint(char.charCodeAt(0)))).toEqual([])
    expect(findUnprintableCharacters(english.join(''), typeface)).toEqual([])
    expect(findUnprintableCharacters(`${english.join('')} 一 é`, typeface)).toEqual(['一'])
  },
)
