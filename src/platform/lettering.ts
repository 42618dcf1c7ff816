import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Font } from 'fontkit'
import { library, whenNeeded } from './when-needed.ts'
import { normalizeText } from '#shared/normalize-text.ts'

const FONTS = path.join(import.meta.dirname, 'pdf/fonts')

/**
 * What is drawn and printed is set in these: Source Serif 4, semibold and regular, and Inter; names and titles with letters that they lack in Noto Serif.
 * Their tables are read once: that takes two thirds of the time of a document.
 */
export const letters = {
  serif: whenNeeded(() => fontIn('source-serif-4-semibold.ttf')),
  text: whenNeeded(() => fontIn('source-serif-4-regular.ttf')),
  sans: whenNeeded(() => fontIn('inter-regular.ttf')),
  wide: whenNeeded(() => fontIn('noto-serif-semibold.ttf')),
}

export type Typeface = keyof typeof letters

/** Where a typeface lacks letters. */
const FALLBACKS: Readonly<Record<Typeface, readonly Typeface[]>> = {
  serif: ['wide'],
  text: ['sans', 'wide'],
  sans: ['wide'],
  wide: [],
}

type Lettering = { typeface: Typeface; size: number }

function fontIn(file: string): Font {
  const { create }: typeof import('fontkit') = library('fontkit')
  const font = create(readFileSync(path.join(FONTS, file)))
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
  keepLetters(font)
  return font
}

/**
 * A font remembers of each glyph the letter for which it was first asked, and what is copied from a PDF is taken from that. Drawing an Ó asks for
 * its O for no letter at all, and it would be lost in all later documents: so the last letter holds.
 */
function keepLetters(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, letters = []) => {
    const glyph = getGlyph(id, letters)
    if (letters.length > 0) glyph.codePoints = letters
    return glyph
  }
}

/** Every typeface has the letters of English: most texts are answered for without reading its tables. */
const IN_ALL = /^[ -~]*$/

/** The typeface in which a text is set: the wanted one, or a fallback for all of it where that has more of its letters. */
export function typefaceFor(content: string, typeface: Typeface): Typeface {
  let [best, fewest] = [typeface, missingIn(content, typeface).length]
  for (const other of fewest === 0 ? [] : FALLBACKS[typeface]) {
    const missing = missingIn(content, other).length
    if (missing < fewest) [best, fewest] = [other, missing]
  }
  return best
}

/** The letters for which there is no typeface; they would print as empty boxes. */
export function unprintableLetters(content: string, typeface: Typeface): string[] {
  return missingIn(content, typefaceFor(content, typeface))
}

function missingIn(content: string, typeface: Typeface): string[] {
  if (IN_ALL.test(content)) return []
  const font = letters[typeface]()
  return [...new Set(asSet(content))].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
}

/** With the signs that stand for the same: every space but the one that holds words together, and hyphens that typefaces lack. */
function asSet(text: string): string {
  return normalizeText(text, 'NFC')
    .replaceAll(/[^\S\u00A0]/g, ' ')
    .replaceAll(/[\u2010\u2011\u2043\uFE63\uFF0D]/g, '-')
}

/** What to type instead of letters that can't be printed. */
export function howToWrite(missing: readonly string[]): string {
  const isOther = missing.some(
    (letter) =>
      /[\p{L}\p{M}]/u.test(letter) && !/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}]/u.test(letter),
  )
  if (isOther) return 'Please use Latin, Greek, or Cyrillic letters.'
  return missing.length === 1
    ? 'Please leave this character out, or type the letter or sign closest to it.'
    : 'Please leave these characters out, or type the letters or signs closest to them.'
}

/** Whether a text can be printed; where only ornaments are lost, it can. */
export function isPrintable(content: string, typeface: Typeface): boolean {
  return unprintableLetters(content, typeface).every((letter) => !/[\p{L}\p{M}]/u.test(letter))
}

/** How wide a text is when it is drawn. */
export function widthOf(text: string, { typeface, size }: Lettering): number {
  const font = letters[typefaceFor(text, typeface)]()
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm
}

/** From one line to the next. */
export function lineHeight({ typeface, size }: Lettering): number {
  const { ascent, descent, lineGap, unitsPerEm } = letters[typeface]()
  return ((ascent - descent + lineGap) * size) / unitsPerEm
}

type Box = { from: number; least: number; width: number; height: number }

/** The largest size, from the given one down, at which a text fits its box, and then the lines that it takes. Words are broken only when `least` is too large for them. */
export function fitted(text: string, wanted: Typeface, { from, least, width, height }: Box) {
  const typeface = typefaceFor(text, wanted)
  for (let size = from; ; size -= 1) {
    const lettering = { typeface, size }
    const lines = linesOf(text, lettering, width)
    const isWhole = text.split(' ').every((word) => widthOf(word, lettering) <= width)
    if (size <= least || (isWhole && lines.length * lineHeight(lettering) <= height)) return { typeface, size, lines }
  }
}

/** A text as SVG outlines from its baseline on, so that what is drawn does not depend on the fonts of a machine. */
export function outlined(
  text: string,
  { typeface, size, x, y, fill }: Lettering & { x: number; y: number; fill: string },
): string {
  const font = letters[typefaceFor(text, typeface)]()
  const { glyphs, positions } = font.layout(text)
  let at = 0
  const path = glyphs.map((glyph, index) => {
    const from = at + (positions[index]?.xOffset ?? 0)
    at += positions[index]?.xAdvance ?? 0
    return glyph.path.translate(from, 0).toSVG()
  })
  const scale = size / font.unitsPerEm
  return `<path fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${path.join('')}"/>`
}

/** A text without the letters that a typeface can't draw; a space that holds words together stays one. */
export function drawable(text: string, typeface: Typeface): string {
  const missing = new Set(unprintableLetters(text, typeface))
  return [...asSet(text)]
    .filter((letter) => !missing.has(letter))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

/** Lines of at most this width; a word that is wider alone is broken. */
export function linesOf(text: string, lettering: Lettering, room: number): string[] {
  const space = widthOf(' ', lettering)
  const lines: { text: string; width: number }[] = []
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, lettering, room))) {
    const width = widthOf(word, lettering)
    const line = lines.at(-1)
    if (line && line.width + space + width <= room) {
      line.text += ` ${word}`
      line.width += space + width
    } else lines.push({ text: word, width })
  }
  return lines.map((line) => line.text)
}

function pieces(word: string, lettering: Lettering, room: number): string[] {
  if (widthOf(word, lettering) <= room) return [word]
  const parts = ['']
  let width = 0
  for (const letter of word) {
    const more = widthOf(letter, lettering)
    if (width + more > room) {
      parts.push('')
      width = 0
    }
    parts[parts.length - 1] += letter
    width += more
  }
  const [before = '', last = ''] = parts.slice(-2)
  // No line begins with the comma of the word before.
  return /^[,;.]+$/.test(last) ? parts.slice(0, -2).concat(before.slice(0, -1), before.slice(-1) + last) : parts
}
