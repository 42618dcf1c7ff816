import { type LETTERS, lettersOf, unprintableLetters } from './pdf/pdf.ts'

export type Typeface = keyof typeof LETTERS

type Lettering = { typeface: Typeface; size: number }

/** How wide a text is when it is drawn. */
export function widthOf(text: string, { typeface, size }: Lettering): number {
  const font = lettersOf(typeface)
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm
}

/** A text as SVG outlines from its baseline on, so that what is drawn does not depend on the fonts of a machine. */
export function outlined(
  text: string,
  { typeface, size, x, y, fill }: Lettering & { x: number; y: number; fill: string },
): string {
  const font = lettersOf(typeface)
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

/** A text without the letters that a typeface can't draw. */
export function drawable(text: string, typeface: Typeface): string {
  const missing = new Set(unprintableLetters(text, typeface))
  return [...text.replace(/\s+/g, ' ')]
    .filter((letter) => !missing.has(letter))
    .join('')
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
  return parts
}
