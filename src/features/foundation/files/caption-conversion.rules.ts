import { decodeAs, decodeText } from '#shared/text-encoding.ts'
import { hasTimes, isWebVtt, type Mistake, parseCaptions } from './captions.rules.ts'
import { SAVE_AS_UTF8_HINT } from './encoding.rules.ts'

/** `mistakes`: errors that can be fixed in the text. */
export type InvalidCaptions = { wrong: string; mistakes?: Mistake[] }

type DecodedCaptions = { text: string; encoding: 'utf-8' | 'utf-16' | 'windows-1252' } | InvalidCaptions

const NOT_CAPTIONS = 'is not a WebVTT or SubRip file. Upload captions as .vtt or .srt'
const RICH_TEXT = 'is rich text. In TextEdit, choose Format, Make Plain Text. Then save it again and upload that file'

/** Decodes captions in UTF-8, UTF-16, or Windows-1252, with `\n` line endings. */
export function decodeCaptions(bytes: Uint8Array): DecodedCaptions {
  const isWide = bytes.includes(0)
  const text = isWide ? undefined : decodeAs(bytes, 'utf-8')
  if (text !== undefined) return { text: text.replaceAll(/\r\n?/g, '\n'), encoding: 'utf-8' }
  const damaged = isWide ? undefined : findDamagedLine(bytes)
  if (damaged !== undefined)
    return toInvalid([{ line: damaged, message: `this line has damaged characters: ${SAVE_AS_UTF8_HINT}` }])
  const decoded = decodeText(bytes)
  if ('wrong' in decoded) return { wrong: NOT_CAPTIONS }
  return { text: decoded.text, encoding: isWide ? 'utf-16' : 'windows-1252' }
}

/** The first invalid line of a file that is otherwise UTF-8; undefined if it is in another encoding. */
function findDamagedLine(bytes: Uint8Array): number | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  // Text in other encodings contains no valid UTF-8 characters except ASCII.
  if (!/[^\0-\u007F\uFFFD]/.test(text)) return undefined
  return text.slice(0, text.indexOf('\uFFFD')).split(/\r\n?|\n/).length
}

const WINDOWS_1252_WARNING =
  'This file is not in UTF-8. We read it as Windows-1252: check accented letters and quotation marks.'

function toInvalid(mistakes: Mistake[]): InvalidCaptions {
  return { wrong: 'has errors', mistakes }
}

/**
 * Converts captions to WebVTT in UTF-8; `text` is undefined if the file is stored unchanged. Errors refer to the lines
 * of the given file.
 */
export function convertCaptions(
  bytes: Uint8Array,
): { text: string | undefined; warnings: Mistake[] } | InvalidCaptions {
  const decoded = decodeCaptions(bytes)
  if ('wrong' in decoded) return decoded
  const { text, encoding } = decoded
  if (text.startsWith('{\\rtf')) return { wrong: RICH_TEXT }
  const { cues, mistakes, warnings } = parseCaptions(text)
  if (!isWebVtt(text) && !hasTimes(text)) return { wrong: NOT_CAPTIONS }
  if (mistakes.length > 0) return toInvalid(mistakes)
  const encodingWarnings = encoding === 'windows-1252' ? [{ message: WINDOWS_1252_WARNING }] : []
  if (isWebVtt(text)) {
    const corrected = replaceCommas(text)
    return {
      text: encoding === 'utf-8' && corrected === text ? undefined : corrected,
      warnings: encodingWarnings,
    }
  }
  const written = cues.map((cue) => `${formatTime(cue.startTime)} --> ${formatTime(cue.endTime)}\n${cue.text}\n`)
  return {
    text: `WEBVTT\n\n${written.join('\n')}`,
    // Other warnings refer to lines of the given file.
    warnings: [...encodingWarnings, ...warnings.filter(({ line }) => line === undefined)],
  }
}

/** Only the lines of times contain an arrow. */
function replaceCommas(text: string): string {
  return text.replaceAll(/^.*-->.*$/gm, (line) => line.replaceAll(/(\d\d),(\d{3})(?!\d)/g, '$1.$2'))
}

/** Example: `00:01:02.500` */
function formatTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1_000)
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${two(thousandths / 3_600_000)}:${two((thousandths / 60_000) % 60)}:${two((thousandths / 1_000) % 60)}.${String(thousandths % 1_000).padStart(3, '0')}`
}
