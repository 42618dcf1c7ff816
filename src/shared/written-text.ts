export type Decoded = { text: string } | { wrong: string }

export const SAVE_PLAIN = 'Save it as UTF-8 and try again.'

/**
 * The text of a file, its lines ended by `\n`: by the mark at its start, else UTF-8 where it is that without a fault, else Windows-1252, which spreadsheets
 * of Windows write.
 */
export function textOf(bytes: Uint8Array): Decoded {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const text = isWide
    ? textIn(bytes, first === 0xff ? 'utf-16le' : 'utf-16be')
    : (textIn(bytes, 'utf-8') ?? textIn(bytes, 'windows-1252'))
  if (text === undefined) return { wrong: `This file is written in letters that can’t be read. ${SAVE_PLAIN}` }
  return readable(text)
}

/** In these letters, or undefined; the mark at the start is left out. */
export function textIn(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

// oxlint-disable-next-line no-control-regex -- these letters are what is looked for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/

/** Its lines ended by `\n`; refused where it holds what no text does. */
export function readable(text: string): Decoded {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  const at = UNREADABLE.exec(lines)?.index
  if (at === undefined) return { text: lines }
  const line = lines.slice(0, at).split('\n').length
  return { wrong: `Line ${line} holds signs that are no letters: this is no text, or it is damaged.` }
}
