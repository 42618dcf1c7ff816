import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Font } from 'fontkit'
import { library, lazy } from './lazy.ts'
import { normalizeText } from '#shared/normalize-text.ts'

const FONTS = path.join(import.meta.dirname, 'pdf/fonts')

/**
 * The fonts of drawings and documents: Source Serif 4, semibold and regular, and Inter. Names and titles with letters
 * that are missing from these use Noto Serif. Each font is parsed only once, because parsing takes two-thirds of the
 * time for a document.
 */
export const fonts = {
  serif: lazy(() => openFont('source-serif-4-semibold.ttf')),
  text: lazy(() => openFont('source-serif-4-regular.ttf')),
  sans: lazy(() => openFont('inter-regular.ttf')),
  wide: lazy(() => openFont('noto-serif-semibold.ttf')),
}

export type Typeface = keyof typeof fonts

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
 * Makes each glyph keep the character of the last request that contained one. A font keeps that of the first request
 * for the glyph, and copying text from a PDF depends on it. Drawing an Ó requests the glyph of O without a character,
 * so without this change, no O could be copied from later documents.
 */
function fixGlyphCharacters(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (codePoints.length > 0) glyph.codePoints = codePoints
    return glyph
  }
}

/** Matches characters that every font has, so that most text needs no table lookup. */
const ASCII_ONLY = /^[ -~]*$/

/**
 * Returns the font for a text. This is the preferred font, or a fallback for the whole text if that one has more of its
 * letters.
 */
export function typefaceFor(content: string, typeface: Typeface): Typeface {
  let [best, fewest] = [typeface, findMissingCharacters(content, typeface).length]
  for (const other of fewest === 0 ? [] : FALLBACKS[typeface]) {
    const missing = findMissingCharacters(content, other).length
    if (missing < fewest) [best, fewest] = [other, missing]
  }
  return best
}

/** Returns the characters that are missing from all fonts and would print as empty boxes. */
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

/** Replaces characters by equivalent ones: every space except no-break spaces, and hyphens that fonts lack. */
function normalizeForFont(text: string): string {
  return normalizeText(text, 'NFC')
    .replaceAll(/[^\S\u00A0]/g, ' ')
    .replaceAll(/[\u2010\u2011\u2043\uFE63\uFF0D]/g, '-')
}

/** Says what to type instead of characters that can't be printed. */
export function describeReplacements(missing: readonly string[]): string {
  const isOther = missing.some(
    (character) =>
      /[\p{L}\p{M}]/u.test(character) && !/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}]/u.test(character),
  )
  if (isOther) return 'Please use Latin, Greek, or Cyrillic letters.'
  return missing.length === 1
    ? 'Please remove this character, or type the closest letter or symbol.'
    : 'Please remove these characters, or type the closest letters or symbols.'
}

/** Whether a text can be printed without losing letters. Losing ornaments is acceptable. */
export function isPrintable(content: string, typeface: Typeface): boolean {
  return findUnprintableCharacters(content, typeface).every((character) => !/[\p{L}\p{M}]/u.test(character))
}

export function measureWidth(text: string, { typeface, size }: FontStyle): number {
  const font = fonts[typefaceFor(text, typeface)]()
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm
}

export function lineHeight({ typeface, size }: FontStyle): number {
  const { ascent, descent, lineGap, unitsPerEm } = fonts[typeface]()
  return ((ascent - descent + lineGap) * size) / unitsPerEm
}

type TextBox = { from: number; minSize: number; width: number; height: number }

/**
 * Finds the largest size, starting from the given one, at which a text fits its box. Returns its lines at that size,
 * too. Words are broken only if they are too wide even at `minSize`.
 */
export function fitTextInBox(text: string, wanted: Typeface, { from, minSize, width, height }: TextBox) {
  const typeface = typefaceFor(text, wanted)
  for (let size = from; ; size -= 1) {
    const lettering = { typeface, size }
    const lines = wrapText(text, lettering, width)
    const isWhole = text.split(' ').every((word) => measureWidth(word, lettering) <= width)
    if (size <= minSize || (isWhole && lines.length * lineHeight(lettering) <= height)) return { typeface, size, lines }
  }
}

/**
 * Renders text as SVG outlines, so that the drawing doesn't depend on installed fonts. The origin is on the baseline.
 */
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

/** Returns the text without the characters that are missing from all fonts. Keeps no-break spaces. */
export function removeUndrawable(text: string, typeface: Typeface): string {
  const missing = new Set(findUnprintableCharacters(text, typeface))
  return [...normalizeForFont(text)]
    .filter((character) => !missing.has(character))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

/** Breaks text into lines that have at most this width. Breaks a word only if it is wider than that. */
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
  // A line must not start with the comma that follows the previous word.
  return /^[,;.]+$/.test(last) ? parts.slice(0, -2).concat(before.slice(0, -1), before.slice(-1) + last) : parts
}
