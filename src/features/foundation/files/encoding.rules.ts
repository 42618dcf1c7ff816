const UTF8 = new TextDecoder('utf-8', { fatal: true })
export const SAVE_AS_UTF8_HINT = 'save it as UTF-8 (in Notepad: Save as, Encoding: UTF-8)'

export type DecodeResult = { text: string } | { wrong: string; line?: number }

/**
 * Decodes UTF-8 text and converts line endings to `\n`. If the text is not UTF-8, returns an error that names the
 * likely encoding and, if known, the first line that is not UTF-8.
 */
export function decodeText(bytes: Uint8Array): DecodeResult {
  const [first = 0, second = 0] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.includes(0)
  if (isWide) return { wrong: `is UTF-16 or not text: ${SAVE_AS_UTF8_HINT}` }
  const whole = tryDecodeUtf8(bytes)
  if (whole !== undefined) return { text: whole.replaceAll(/\r\n?/g, '\n') }
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n?|\n/)
  const line = lines.findIndex((each) => tryDecodeUtf8(Buffer.from(each, 'latin1')) === undefined) + 1
  return {
    wrong: `this line has characters that are not UTF-8 (most likely Windows-1252): ${SAVE_AS_UTF8_HINT}`,
    line,
  }
}

function tryDecodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}
