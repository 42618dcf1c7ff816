import { isFragmented, type Mp4Layout } from './mp4-order.rules.ts'

export type Recording = {
  container: 'mp4' | 'quicktime' | 'mp3' | 'another'
  tracks: Track[]
  seconds: number
  order: Mp4Layout | undefined
}

export type Track = {
  type: 'video' | 'audio' | 'subtitle'
  /** The codec, such as `avc` or `aac`. For an unknown codec, the name in the file. */
  codec: string
  /** The full codec string, such as `avc1.64001f`, where known. */
  profile: string | undefined
}

type RecordingUse = 'video' | 'audio'

/** The profiles Baseline, Main, Extended, and High, all 8 bits and 4:2:0. Browsers play no other H.264. */
const PLAYABLE_PROFILES = new Set(['42', '4d', '58', '64'])

const CODEC_NAMES: Readonly<Record<string, string>> = {
  hevc: 'HEVC (H.265)',
  mp4v: 'MPEG-4 part 2 (DivX, Xvid)',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  prores: 'ProRes',
  mp3: 'MP3',
  alac: 'Apple Lossless (ALAC)',
  opus: 'Opus',
  ac3: 'Dolby AC-3',
  eac3: 'Dolby E-AC-3',
  flac: 'FLAC',
}

/** What the person who provided a rejected recording can do about it. */
export type Advice = {
  /** Returns the command that makes a playable copy. `keep` says which tracks are already playable. */
  copy(keep: { video: boolean; sound: boolean }): string
  again: string
  noPicture: string
}

/** Returns the advice for the author of a folder. `reference` is the file name as the author wrote it. */
export function adviceForFolder(use: RecordingUse, reference: string): Advice {
  return {
    copy: (keep) => buildFfmpegCommand(use, reference, keep),
    again: 'Copy it here again, or export it again',
    noPicture: 'in a podcast, list it under the key audio; a lecture needs a video',
  }
}

/** Returns the advice for a file that was chosen on a page. */
export function adviceForPage(use: RecordingUse): Advice {
  const wanted = use === 'video' ? 'MP4 video with 8-bit H.264 and AAC audio' : 'MP3, or as M4A with AAC audio'
  return {
    copy: () => `Export it again as ${wanted}, and choose that file`,
    again: 'Export it again, and choose that file',
    noPicture: 'choose a video here',
  }
}

/**
 * Explains why some browsers would not play the recording, and what to do. Returns undefined if all of them play it.
 */
export function playabilityError(recording: Recording, use: RecordingUse, advice: Advice): string | undefined {
  const { container, tracks, order, seconds } = recording
  const videos = tracks.filter(({ type }) => type === 'video')
  const sounds = tracks.filter(({ type }) => type === 'audio')
  const [wrongVideo, wrongSound] = [
    videos.find((track) => !isPlayableVideo(track)),
    sounds.find(({ codec }) => codec !== 'aac'),
  ]
  const copy = advice.copy({ video: !wrongVideo, sound: !wrongSound })

  if (order && order.missing > 0) return describeTruncation(order.missing, advice)
  if (order && !order.boxes.some(({ type }) => type === 'moov'))
    return `is damaged or incomplete: its index is missing. ${advice.again}`
  if (container === 'quicktime') return `is a renamed QuickTime movie (MOV), which not all browsers play. ${copy}`
  if (use === 'video' && videos.length === 0 && tracks.length > 0) return `has audio but no video: ${advice.noPicture}`
  if (use === 'audio' && sounds.length === 0 && tracks.length > 0) return `has no audio. Export it again with audio`
  if (tracks.length > 0 && use === 'video' && wrongVideo)
    return `uses ${formatVideoCodec(wrongVideo)}, which not all browsers play. ${copy}`
  if (tracks.length > 0 && wrongSound && container !== 'mp3')
    return `has audio in ${formatCodec(wrongSound.codec)}, which not all browsers play. ${copy}`
  if (order && isFragmented(order))
    return `is in a fragmented streaming format, so viewers can’t skip ahead or back. ${copy}`
  if (!(seconds > 0) || tracks.length === 0)
    return `is damaged or incomplete: its length can’t be read. ${advice.again}`
  return undefined
}

export function describeTruncation(missing: number, { again }: Advice): string {
  return `is incomplete: ${missing} bytes are missing at the end. ${again}`
}

function isPlayableVideo({ codec, profile }: Track): boolean {
  return codec === 'avc' && PLAYABLE_PROFILES.has(profile?.slice(5, 7).toLowerCase() ?? '')
}

function formatVideoCodec({ codec, profile }: Track): string {
  return codec === 'avc'
    ? `H.264 with more than 8 bits or other color sampling (${profile ?? 'unknown'})`
    : formatCodec(codec)
}

function formatCodec(codec: string): string {
  return CODEC_NAMES[codec] ?? `'${codec}'`
}

const MAX_NAME_LENGTH = 200

/**
 * Returns the command that makes a playable copy. It must be run in the product's folder. It copies tracks that are
 * already playable without converting them.
 */
export function buildFfmpegCommand(
  use: RecordingUse,
  reference: string,
  keep: { video: boolean; sound: boolean },
): string {
  const stem = reference.replace(/\.[^./]*$/, '').slice(0, MAX_NAME_LENGTH)
  const to = quoteForShell(`${stem}-web.${use === 'video' ? 'mp4' : 'm4a'}`)
  const video = use === 'audio' ? '-vn' : keep.video ? '-c:v copy' : '-c:v libx264 -pix_fmt yuv420p'
  const line = `ffmpeg -i ${quoteForShell(reference)} ${video} ${keep.sound ? '-c:a copy' : '-c:a aac'} -movflags +faststart ${to}`
  return `Make a copy that all browsers can play, and use that: ${line}`
}

function quoteForShell(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path
  return /^[\w./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", String.raw`'\''`)}'`
}
