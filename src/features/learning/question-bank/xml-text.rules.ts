import { type DecodedText, validateText, SAVE_AS_UTF8, decodeAs, decodeText } from '#shared/text-encoding.ts'

const XML_ENCODING = /^<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.-]{1,40})["']/i
const KNOWN = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', 'iso-8859-1', 'latin1', 'windows-1252', 'cp1252'])

/** Decodes an XML file by its byte order mark or declared encoding. */
export function decodeXml(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return decodeText(bytes)
  const [, named = 'utf-8'] = XML_ENCODING.exec(decodeAs(bytes.subarray(0, 300), 'windows-1252') ?? '') ?? []
  if (!KNOWN.has(named.toLowerCase())) return { wrong: `This file is marked as ${named}. ${SAVE_AS_UTF8}` }
  const text = decodeAs(bytes, /^utf-?8$/i.test(named) ? 'utf-8' : 'windows-1252')
  if (text === undefined) return { wrong: `This file is marked as UTF-8 but isn’t. ${SAVE_AS_UTF8}` }
  return validateText(text)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The character for an entity such as `amp` or `#38`; undefined if it is unknown or invalid. */
export function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name]
  const code = /^#x[0-9a-f]{1,6}$/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#\d{1,7}$/.test(name)
      ? Number(name.slice(1))
      : Number.NaN
  const isAllowed =
    code === 9 || code === 10 || code === 13 || (code >= 32 && code < 0xd800) || (code > 0xdfff && code < 0xfffe)
  return isAllowed || (code >= 0x10000 && code <= 0x10ffff) ? String.fromCodePoint(code) : undefined
}

export function toSingleLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
