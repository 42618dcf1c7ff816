import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Font } from 'fontkit'
import { library, lazy } from './lazy.ts'
import { normalizeText } from '#shared/normalize-text.ts'

const FONTS = path.join(import.meta.dirname, 'pdf/fonts')

/**
 * What is drawn and printed is set in these: Source Serif 4, semibold and regular, and Inter; names and titles with letters that they lack in Noto Serif.
 * Their tables are read once: that takes two thirds of the time of a document.
 */
export const fonts = {
  serif: lazy(() => openFont('source-serif-4-semibold.ttf')),
  text: lazy(() => openFont('source-serif-4-regular.ttf')),
  sans: lazy(() => openFont('inter-regular.ttf')),
  wide: lazy(() => openFont('noto-serif-semibold.ttf')),
}

export type Typeface = keyof typeof fonts

/** Where a typeface lacks letters. */
const FALLBACKS: Readonly<Record<Typeface, readonly Typeface[]>> = {
  serif: ['wide'],
  text: ['sans', 'wide'],
  sans: ['wide'],
  wide: [],
}

type FontStyle = { typeface: Typeface; size: number }

function openFont(file: string): Font {
  const { create }: typeof import('fontkit') = library('fontkit')
  const font = create(readFileSync(path.join(FONTS, file)))
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
  fixGlyphCharacters(font)
  return font
}

/**
 * A font remembers of each glyph the letter for which it was first asked, and what is copied from a PDF is taken from that. Drawing an Ó asks for
 * its O for no letter at all, and it would be lost in all later documents: so the last letter holds.
 */
function fixGlyphCharacters(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, letters = []) => {
    const glyph = getGlyph(id, letters)
    if (letters.length > 0) glyph.codePoints = letters
    return glyph
  }
}

/** Every typeface has the letters of English: most texts are answered for without reading its tables. */
const ASCII_ONLY = /^[ -~]*$/

/** The typeface in which a text is set: the wanted one, or a fallback for all of it where that has more of its letters. */
export function typefaceFor(content: string, typeface: Typeface): Typeface {
  let [best, fewest] = [typeface, findMissingCharacters(content, typeface).length]
  for (const other of fewest === 0 ? [] : FALLBACKS[typeface]) {
    const missing = findMissingCharacters(content, other).length
    if (missing < fewest) [best, fewest] = [other, missing]
  }
  return best
}

/** The letters for which there is no typeface; they would print as empty boxes. */
export function findUnprintableCharacters(content: string, typeface: Typeface): string[] {
  return findMissingCharacters(content, typefaceFor(content, typeface))
}

function findMissingCharacters(content: string, typeface: Typeface): string[] {
  if (ASCII_ONLY.test(content)) return []
  const font = fonts[typeface]()
  return [...new Set(normalizeForFont(content))].filter(
    (character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )
}

/** With the signs that stand for the same: every space but the one that holds words together, and hyphens that typefaces lack. */
function normalizeForFont(text: string): string {
  return normalizeText(text, 'NFC')
    .replaceAll(/[^\S\u00A0]/g, ' ')
    .replaceAll(/[\u2010\u2011\u2043\uFE63\uFF0D]/g, '-')
}

/** What to type instead of letters that can't be printed. */
export function describeReplacements(missing: readonly string[]): string {
  const isOther = missing.some(
    (character) =>
      /[\p{L}\p{M}]/u.test(character) && !/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}]/u.test(character),
  )
  if (isOther) return 'Please use Latin, Greek, or Cyrillic letters.'
  return missing.length === 1
    ? 'Please leave this character out, or type the letter or sign closest to it.'
    : 'Please leave these characters out, or type the letters or signs closest to them.'
}

/** Whether a text can be printed; where only ornaments are lost, it can. */
export function isPrintable(content: string, typeface: Typeface): boolean {
  return findUnprintableCharacters(content, typeface).every((character) => !/[\p{L}\p{M}]/u.test(character))
}

/** How wide a text is when it is drawn. */
export function measureWidth(text: string, { typeface, size }: FontStyle): number {
  const font = fonts[typefaceFor(text, typeface)]()
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm
}

/** From one line to the next. */
export function lineHeight({ typeface, size }: FontStyle): number {
  const { ascent, descent, lineGap, unitsPerEm } = fonts[typeface]()
  return ((ascent - descent + lineGap) * size) / unitsPerEm
}

type TextBox = { from: number; least: number; width: number; height: number }

/** The largest size, from the given one down, at which a text fits its box, and then the lines that it takes. Words are broken only when `least` is too large for them. */
export function fitTextInBox(text: string, wanted: Typeface, { from, least, width, height }: TextBox) {
  const typeface = typefaceFor(text, wanted)
  for (let size = from; ; size -= 1) {
    const lettering = { typeface, size }
    const lines = wrapText(text, lettering, width)
    const isWhole = text.split(' ').every((word) => measureWidth(word, lettering) <= width)
    if (size <= least || (isWhole && lines.length * lineHeight(lettering) <= height)) return { typeface, size, lines }
  }
}

/** A text as SVG outlines from its baseline on, so that what is drawn does not depend on the fonts of a machine. */
export function renderTextOutlines(
  text: string,
  { typeface, size, x, y, fill }: FontStyle & { x: number; y: number; fill: string },
): string {
  const font = fonts[typefaceFor(text, typeface)]()
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
export function removeUndrawable(text: string, typeface: Typeface): string {
  const missing = new Set(findUnprintableCharacters(text, typeface))
  return [...normalizeForFont(text)]
    .filter((character) => !missing.has(character))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

/** Lines of at most this width; a word that is wider alone is broken. */
export function wrapText(text: string, lettering: FontStyle, room: number): string[] {
  const space = measureWidth(' ', lettering)
  const lines: { text: string; width: number }[] = []
  for (const word of text.split(' ').flatMap((whole) => breakWord(whole, lettering, room))) {
    const width = measureWidth(word, lettering)
    const line = lines.at(-1)
    if (line && line.width + space + width <= room) {
      line.text += ` ${word}`
      line.width += space + width
    } else lines.push({ text: word, width })
  }
  return lines.map((line) => line.text)
}

function breakWord(word: string, lettering: FontStyle, room: number): string[] {
  if (measureWidth(word, lettering) <= room) return [word]
  const parts = ['']
  let width = 0
  for (const character of word) {
    const more = measureWidth(character, lettering)
    if (width + more > room) {
      parts.push('')
      width = 0
    }
    parts[parts.length - 1] += character
    width += more
  }
  const [before = '', last = ''] = parts.slice(-2)
  // No line begins with the comma of the word before.
  return /^[,;.]+$/.test(last) ? parts.slice(0, -2).concat(before.slice(0, -1), before.slice(-1) + last) : parts
}
