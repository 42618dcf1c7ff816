import { normalizeText } from './normalize-text.ts'

/** The most bytes in one name of a path; file systems allow 255, and additions need room. */
const MAX_BYTES = 150

/** Windows opens a device for these names with any extension. */
const RESERVED = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[\d¹²³]|LPT[\d¹²³])(?=\.|$)/i

/** Converts a text into a file or folder name for Windows, macOS, and Linux; '' if nothing is left. */
export function toFileName(text: string): string {
  const cleaned = normalizeText(text.toWellFormed(), 'NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}<>:"/\\|?*\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|(?<![ .])[ .]+$/g, '')
  return shorten(cleaned).replace(RESERVED, '$&_')
}

/** The same with a tag if characters were removed or it was too long, so that two titles never get one name. */
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

/** The header that names a file for browsers: in ASCII for old programs, and in full (RFC 6266). */
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
