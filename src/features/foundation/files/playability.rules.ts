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
  /** Of a video, as shown: rotated. */
  size: { width: number; height: number } | undefined
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

type Keep = { video: boolean; sound: boolean }

/** What to do about a rejected recording, for the person who provided it. */
export type Advice = {
  /** How to make a playable copy; `keep` says which tracks are already playable. */
  copy(keep: Keep): string
  again: string
  noPicture: string
  /** How to record so that no conversion is needed. */
  recordHevc: string
}

/** Returns the advice for the author of a folder. `reference` is the file name as the author wrote it. */
export function adviceForFolder(use: RecordingUse, reference: string): Advice {
  return {
    copy: (keep) =>
      `Make a copy that all browsers can play, and use that: ${buildFfmpegCommand(use, reference, { keep })}`,
    again: 'Copy it here again, or export it again',
    noPicture: 'in a podcast, list it under the key audio; a lecture needs a video',
    recordHevc: '',
  }
}

/** Advice for a file chosen on a page. */
export function adviceForPage(use: RecordingUse, name: string): Advice {
  const convert = (keep: Keep) => `run ${buildFfmpegCommand(use, name, { keep })}`
  return {
    copy: (keep) =>
      use === 'video'
        ? `To convert it, use HandBrake with the preset Fast 1080p30, or ${convert(keep)} and upload the result`
        : `Export it again as MP3, or as M4A with AAC audio, and choose that file. Or ${convert(keep)} and upload the result`,
    again: 'Export it again, and choose that file',
    noPicture: 'choose a video here',
    recordHevc: 'On an iPhone, choose Settings, Camera, Formats, Most Compatible before recording. ',
  }
}

/** Why some browsers would not play the recording, and what to do; undefined if all of them play it. */
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
  if (container === 'quicktime') return `is a QuickTime movie (MOV), which not all browsers play. ${copy}`
  if (use === 'video' && videos.length === 0 && tracks.length > 0) return `has audio but no video: ${advice.noPicture}`
  if (use === 'audio' && sounds.length === 0 && tracks.length > 0) return `has no audio. Export it again with audio`
  if (tracks.length > 0 && use === 'video' && wrongVideo)
    return `uses ${formatVideoCodec(wrongVideo)}, which not all browsers play. ${wrongVideo.codec === 'hevc' ? advice.recordHevc : ''}${copy}`
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
  if (codec.startsWith('pcm-')) return 'an uncompressed format (PCM)'
  return CODEC_NAMES[codec] ?? `'${codec}'`
}

const MAX_NAME_LENGTH = 200

type CommandOptions = {
  keep: Keep
  /** Makes the picture smaller: the number of pixels of its shorter side. */
  shrinkTo?: { pixels: number; isPortrait: boolean }
}

/** The command that makes a playable copy, to be run in the file's folder. Copies tracks that are already playable. */
export function buildFfmpegCommand(use: RecordingUse, reference: string, { keep, shrinkTo }: CommandOptions): string {
  const stem = reference.replace(/\.[^./]*$/, '').slice(0, MAX_NAME_LENGTH)
  const to = quoteForShell(`${stem}-web.${use === 'video' ? 'mp4' : 'm4a'}`)
  const scale = shrinkTo ? `-vf scale=${shrinkTo.isPortrait ? `${shrinkTo.pixels}:-2` : `-2:${shrinkTo.pixels}`} ` : ''
  const video = use === 'audio' ? '-vn' : keep.video ? '-c:v copy' : `${scale}-c:v libx264 -pix_fmt yuv420p`
  return `ffmpeg -i ${quoteForShell(reference)} ${video} ${keep.sound ? '-c:a copy' : '-c:a aac'} -movflags +faststart ${to}`
}

/** The tracks of a QuickTime movie that an MP4 made from it has: the first that browsers play, or else the first. */
export function selectMovieTracks(tracks: readonly Track[]): Track[] {
  const videos = tracks.filter(({ type }) => type === 'video')
  const sounds = tracks.filter(({ type }) => type === 'audio')
  // Newer iPhones add a track for spatial audio.
  const selected = [videos.find(isPlayableVideo) ?? videos[0], sounds.find(({ codec }) => codec === 'aac') ?? sounds[0]]
  return selected.filter((track) => track !== undefined)
}

const MAX_LONG_SIDE = 1920
const MAX_SHORT_SIDE = 1080
const MAX_BITS_PER_SECOND = 8_000_000

/** Warns about a playable video that is larger than viewers benefit from. */
export function findHeavyVideoWarnings(
  { tracks, seconds }: Pick<Recording, 'tracks' | 'seconds'>,
  { bytes, name }: { bytes: number; name: string },
): { message: string }[] {
  const size = tracks.find(({ type }) => type === 'video')?.size
  const [long, short] = size ? [Math.max(size.width, size.height), Math.min(size.width, size.height)] : [0, 0]
  const isLarge = long > MAX_LONG_SIDE || short > MAX_SHORT_SIDE
  const bitsPerSecond = (bytes * 8) / seconds
  if (!isLarge && !(bitsPerSecond > MAX_BITS_PER_SECOND)) return []
  const what = isLarge
    ? `has ${size?.width} × ${size?.height} pixels, more than 1080p`
    : `has ${(bitsPerSecond / 1e6).toFixed(1)} Mb per second, more than 8`
  const command = buildFfmpegCommand('video', name, {
    keep: { video: false, sound: true },
    ...(isLarge && { shrinkTo: { pixels: MAX_SHORT_SIDE, isPortrait: (size?.height ?? 0) > (size?.width ?? 0) } }),
  })
  return [
    {
      message: `This video ${what}, so playback may pause on slow connections. To make it smaller, use HandBrake with the preset Fast 1080p30, or run ${command} and upload the result.`,
    },
  ]
}

function quoteForShell(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path
  return /^[\w./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", String.raw`'\''`)}'`
}
