import { normalizeText } from './normalize-text.ts'

/** The maximum length of a file or folder name in bytes. File systems allow 255, so there is room for suffixes. */
const MAX_BYTES = 150

/** On Windows, these names are devices, no matter what the extension is. */
const RESERVED = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[\d¹²³]|LPT[\d¹²³])(?=\.|$)/i

/** Converts a text to a file or folder name for Windows, macOS, and Linux. Returns '' if nothing is left. */
export function toFileName(text: string): string {
  const cleaned = normalizeText(text.toWellFormed(), 'NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}<>:"/\\|?*\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|(?<![ .])[ .]+$/g, '')
  return shorten(cleaned).replace(RESERVED, '$&_')
}

/**
 * Does the same as `toFileName`, but adds a tag if characters were removed or the text was too long, so that different
 * titles never get the same name.
 */
export function toDistinctFileName(text: string, tag: string): string {
  const name = toFileName(text)
  return name === normalizeText(text, 'NFC') ? name : `${name} (${tag})`.trim()
}

function shorten(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[^. ]{1,8})?$/su.exec(name) ?? []
  let [length, short] = [new TextEncoder().encode(ending).length, '']
  for (const character of stem) {
    length += new TextEncoder().encode(character).length
    if (length > MAX_BYTES) return `${short.replace(/[ .]+$/, '')}${ending}`
    short += character
  }
  return name
}

/**
 * Returns the Content-Disposition header with a file name twice: in ASCII for old programs, and complete (RFC 6266).
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = normalizeText(name, 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
