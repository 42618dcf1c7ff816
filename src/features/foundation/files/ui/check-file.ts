import { convertCaptions, decodeCaptions } from '../caption-conversion.rules.ts'
import { findCaptionMistakes, type Mistake } from '../captions.rules.ts'
import { readMp4Layout } from '../mp4-order.rules.ts'
import {
  adviceForPage,
  findHeavyVideoWarnings,
  type Recording,
  playabilityError,
  selectMovieTracks,
} from '../playability.rules.ts'
import { readRecording } from '../media-tracks.rules.ts'

/** Why an upload would be rejected. The text follows the name of the file in a sentence. */
export type FileProblem = { wrong: string; mistakes?: Mistake[] }

/** What the check found: a problem, or else warnings. */
export type CheckedRecording = { problem: FileProblem } | { warnings: string[] }

/**
 * Checks the relevant part of a recording in the browser, before the member uploads gigabytes that no one can play. The
 * server checks again after the upload.
 */
export async function checkRecording(file: File, use: 'video' | 'audio'): Promise<CheckedRecording> {
  if (/[.]mp3$/i.test(file.name)) return { warnings: [] }
  const { name, size } = file
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  const [recording, order] = await Promise.all([readTracks(file), readMp4Layout(read, size)])
  const advice = adviceForPage(use, name)
  if (order.boxes[0]?.type !== 'ftyp') {
    const called = use === 'video' ? 'an MP4 or MOV video' : 'an M4A recording'
    return { problem: { wrong: `is not ${called}. ${advice.copy({ video: false, sound: false })}` } }
  }
  const isMovie = use === 'video' && recording.container === 'quicktime'
  const played = isMovie
    ? { ...recording, container: 'mp4' as const, tracks: selectMovieTracks(recording.tracks) }
    : recording
  const wrong = playabilityError({ ...played, order }, use, advice)
  if (wrong !== undefined) return { problem: { wrong } }
  const warnings = use === 'video' ? findHeavyVideoWarnings(played, { bytes: size, name }) : []
  return { warnings: warnings.map(({ message }) => message) }
}

/** Checks captions in the browser. The server checks again, and converts them to WebVTT. */
export async function checkCaptionFile(file: File): Promise<FileProblem | undefined> {
  const checked = convertCaptions(new Uint8Array(await file.arrayBuffer()))
  return 'wrong' in checked ? checked : undefined
}

/** The text of captions whose errors are to be fixed. */
export async function readCaptionFile(file: File): Promise<string> {
  const decoded = decodeCaptions(new Uint8Array(await file.arrayBuffer()))
  return 'text' in decoded ? decoded.text : (await file.text()).replaceAll(/\r\n?/g, '\n')
}

/** For an editor that checks while typing. */
export function checkCaptions(text: string): Mistake[] {
  return findCaptionMistakes(text)
}

async function readTracks(file: File): Promise<Omit<Recording, 'order'>> {
  const { BlobSource, Input, MP4, QTFF } = await import('mediabunny')
  return readRecording(new Input({ formats: [MP4, QTFF], source: new BlobSource(file) }))
}
