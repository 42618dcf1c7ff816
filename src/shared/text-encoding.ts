export type DecodedText = { text: string } | { wrong: string }

export const SAVE_AS_UTF8 = 'Save it as UTF-8 and try again.'

/**
 * Decodes the text of a file, and makes all line endings `\n`. Uses the byte order mark if there is one. Otherwise,
 * uses UTF-8 if that is valid, or else Windows-1252, which spreadsheets on Windows write.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = detectUtf16(bytes)
  const text = wide ? decodeAs(bytes, wide) : (decodeAs(bytes, 'utf-8') ?? decodeAs(bytes, 'windows-1252'))
  if (text === undefined) return { wrong: `The encoding of this file can’t be determined. ${SAVE_AS_UTF8}` }
  return validateText(text)
}

/**
 * Recognizes UTF-16 by its byte order mark, or because every second byte at the beginning is zero, which happens in no
 * other encoding.
 */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 200)
  const zeros = (odd: 0 | 1) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (Math.max(even, odd) < start.length / 4) return undefined
  return even === 0 ? 'utf-16le' : odd === 0 ? 'utf-16be' : undefined
}

/**
 * The encodings that spreadsheets use in addition to UTF-8. They have one byte for each character, so most of them can
 * decode any file.
 */
export const ENCODINGS = {
  'windows-1252': 'Windows, Western Europe and the Americas',
  macintosh: 'Mac OS Roman',
  'windows-1250': 'Windows, Central Europe',
  'windows-1251': 'Windows, Cyrillic',
  'windows-1253': 'Windows, Greek',
  'windows-1254': 'Windows, Turkish',
  'windows-1258': 'Windows, Vietnamese',
  ibm850: 'MS-DOS',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const

export type Encoding = keyof typeof ENCODINGS

/** The lines of a file, decoded in one encoding. */
export type EncodingCandidate = { encoding: Encoding; sample: string[] }

const MAX_CANDIDATES = 6
const MAX_SAMPLE_LINES = 5
const MAX_SAMPLE_LENGTH = 80

/**
 * Returns the encodings that a file may have, with the most likely first, each with the lines that differ. Returns none
 * if there is no doubt. Only a person can see which one is right: `0x8E` is é on a Mac and Ž on Windows.
 */
export function findEncodingCandidates(bytes: Uint8Array): EncodingCandidate[] {
  if (detectUtf16(bytes) || decodeAs(bytes, 'utf-8') !== undefined) return []
  const readings = Object.keys(ENCODINGS).flatMap((name) => {
    const encoding = name as Encoding
    const text = decodeAs(bytes, encoding)
    if (text === undefined || /[\u0080-\u009F\uFFFD\p{Co}]/u.test(text)) return []
    const lines = text.split(/[\r\n]+/).filter((line) => /[^\0-\x7F]/.test(line))
    const sample = lines.slice(0, MAX_SAMPLE_LINES).map((line) => line.slice(0, MAX_SAMPLE_LENGTH))
    const strange = lines.join('').match(/[^\0-\x7F\p{L}\p{M}’]|\p{Ll}\p{Lu}/gu)?.length ?? 0
    return [{ encoding, sample, strange }]
  })
  const distinct = readings.filter(
    ({ sample }, index) => readings.findIndex((other) => other.sample.join('\n') === sample.join('\n')) === index,
  )
  return distinct
    .toSorted((one, other) => one.strange - other.strange)
    .slice(0, MAX_CANDIDATES)
    .map(({ encoding, sample }) => ({ encoding, sample }))
}

// WHATWG's decoders don't include code page 850.
const IBM850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Decodes a file in this encoding, without the byte order mark. Returns undefined if that fails. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'ibm850')
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : IBM850[byte - 0x80])).join('')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

// oxlint-disable-next-line no-control-regex -- these letters are what is looked for
const UNREADABLE_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/

/** Makes all line endings `\n`. Rejects a text with characters that no real text has. */
export function validateText(text: string): DecodedText {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  const at = UNREADABLE_CHARACTERS.exec(lines)?.index
  if (at === undefined) return { text: lines }
  const line = lines.slice(0, at).split('\n').length
  return {
    wrong: `Line ${line} has characters that aren’t text. The file is not a text file, or is damaged. Export it again, or choose another file.`,
  }
}
