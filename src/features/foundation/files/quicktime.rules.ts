// A QuickTime movie (MOV) and an MP4 store video and audio the same way and differ in their index, so a movie becomes an
// MP4 with a new index in front of the same video and audio. Sources: Apple's QuickTime File Format, ISO/IEC 14496-12.

/** Where video and audio are in the movie: the `mdat` boxes. */
type Media = { from: number; to: number }

type Box = { type: string; content: Buffer }

class UnsupportedMovieError extends Error {}

const FILE_TYPE = box('ftyp', text('isom'), uint32(512), text('isomiso2avc1mp41'))
const MAX_OFFSET = 0xff_ff_ff_ff
/** Cameras write one. */
const MAX_MEDIA = 100

/**
 * The beginning of an MP4, up to the video and audio, made from the index (`moov`) of a QuickTime movie with H.264 and
 * AAC. Keeps the first track of each, with its edits and rotation. Everything else is left out, such as where it was
 * recorded. Undefined if this is another kind of movie.
 */
export function buildMp4Head(index: Buffer, media: readonly Media[]): Buffer | undefined {
  if (media.length === 0 || media.length > MAX_MEDIA) return undefined
  try {
    const total = media.reduce((sum, { from, to }) => sum + to - from, index.length + FILE_TYPE.length)
    // Offsets of 64 bits take more space, so the margin is the whole index.
    const isLong = total + 2 * index.length > MAX_OFFSET
    const build = (toNew: (offset: number) => number) => Buffer.concat([FILE_TYPE, movie(index, { isLong, toNew })])
    // The first pass measures the length, on which all offsets depend.
    const { length } = build((offset) => offset)
    return build((offset) => moveOffset(offset, media, length))
  } catch (error) {
    if (error instanceof UnsupportedMovieError || error instanceof RangeError) return undefined
    throw error
  }
}

function moveOffset(offset: number, media: readonly Media[], start: number): number {
  let at = start
  for (const { from, to } of media) {
    if (offset >= from && offset < to) return at + offset - from
    at += to - from
  }
  throw new UnsupportedMovieError('An offset leads elsewhere.')
}

type Offsets = { isLong: boolean; toNew: (offset: number) => number }

function movie(index: Buffer, offsets: Offsets): Buffer {
  const [{ type, content } = { type: '', content: index }] = readBoxes(index)
  if (type !== 'moov') throw new UnsupportedMovieError('There is no index.')
  const boxes = readBoxes(content)
  const tracks = boxes.filter((each) => each.type === 'trak').map((each) => readBoxes(each.content))
  const ofKind = (kind: string, format: RegExp) =>
    tracks.find((track) => getKind(track) === kind && format.test(getFormat(track)))
  const video = ofKind('vide', /^avc[13]$/)
  const audio = ofKind('soun', /^mp4a$/)
  if (!video) throw new UnsupportedMovieError('There is no video.')
  const header = Buffer.from(find(boxes, 'mvhd'))
  // Times of a preview, a poster, and a selection, which an MP4 doesn't have.
  header.fill(0, header.length - 28, header.length - 4)
  const built = audio
    ? [buildTrack(video, 'vide', offsets), buildTrack(audio, 'soun', offsets)]
    : [buildTrack(video, 'vide', offsets)]
  return box('moov', box('mvhd', header), ...built)
}

type TrackKind = 'vide' | 'soun'

function getKind(track: readonly Box[]): string {
  return find(readBoxes(find(track, 'mdia')), 'hdlr').toString('latin1', 8, 12)
}

function getFormat(track: readonly Box[]): string {
  return find(getSampleTable(track), 'stsd').toString('latin1', 12, 16)
}

function getSampleTable(track: readonly Box[]): Box[] {
  return readBoxes(find(readBoxes(find(readBoxes(find(track, 'mdia')), 'minf')), 'stbl'))
}

function buildTrack(track: readonly Box[], kind: TrackKind, offsets: Offsets): Buffer {
  const media = readBoxes(find(track, 'mdia'))
  const header = Buffer.from(find(track, 'tkhd'))
  // Enabled, and part of the movie.
  header.writeUInt8(header.readUInt8(3) | 3, 3)
  const edits = track.find(({ type }) => type === 'edts')
  requireOwnData(find(readBoxes(find(media, 'minf')), 'dinf'))
  return box(
    'trak',
    box('tkhd', header),
    ...(edits ? [box('edts', edits.content)] : []),
    box(
      'mdia',
      box('mdhd', withLanguage(find(media, 'mdhd'))),
      box('hdlr', uint32(0, 0), text(kind), uint32(0, 0, 0), text(kind === 'vide' ? 'Video\0' : 'Audio\0')),
      box(
        'minf',
        kind === 'vide' ? box('vmhd', uint32(1, 0, 0)) : box('smhd', uint32(0, 0)),
        box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1)))),
        box('stbl', ...buildSampleTable(getSampleTable(track), kind, offsets)),
      ),
    ),
  )
}

/** QuickTime also has language codes of the Macintosh, which are smaller than all others. */
function withLanguage(given: Buffer): Buffer {
  const header = Buffer.from(given)
  const at = header.length - 4
  const language = header.readUInt16BE(at)
  const UNDETERMINED = 0x55c4
  if (language < 0x400 || language === 0x7fff) header.writeUInt16BE(UNDETERMINED, at)
  header.writeUInt16BE(0, at + 2)
  return header
}

/** Movies may refer to other files. */
function requireOwnData(info: Buffer): void {
  const references = readBoxes(find(readBoxes(info), 'dref').subarray(8))
  if (references.length === 0 || references.some(({ content }) => (content.readUInt32BE(0) & 1) === 0))
    throw new UnsupportedMovieError('It is in another file.')
}

const COPIED_TABLES = new Set(['stts', 'ctts', 'cslg', 'stss', 'stsc', 'stsz', 'stz2', 'sdtp', 'sgpd', 'sbgp'])

function buildSampleTable(table: readonly Box[], kind: TrackKind, offsets: Offsets): Buffer[] {
  return table.flatMap(({ type, content }) => {
    if (type === 'stsd') return [box('stsd', uint32(0, content.readUInt32BE(4)), ...readEntries(content, kind))]
    if (type === 'stco' || type === 'co64') return [buildOffsets(content, { from: type, offsets })]
    return COPIED_TABLES.has(type) ? [box(type, content)] : []
  })
}

function buildOffsets(table: Buffer, { from, offsets }: { from: 'stco' | 'co64'; offsets: Offsets }): Buffer {
  const count = table.readUInt32BE(4)
  const width = from === 'co64' ? 8 : 4
  if (table.length < 8 + count * width) throw new UnsupportedMovieError('The table is cut off.')
  const isLong = from === 'co64' || offsets.isLong
  const built = Buffer.alloc(8 + count * (isLong ? 8 : 4))
  built.writeUInt32BE(count, 4)
  for (let index = 0; index < count; index += 1) {
    const at = 8 + index * width
    const offset = offsets.toNew(width === 8 ? Number(table.readBigUInt64BE(at)) : table.readUInt32BE(at))
    if (isLong) built.writeBigUInt64BE(BigInt(offset), 8 + index * 8)
    else built.writeUInt32BE(offset, at)
  }
  return box(isLong ? 'co64' : 'stco', built)
}

function readEntries(content: Buffer, kind: TrackKind): Buffer[] {
  const entries = readBoxes(content.subarray(8))
  if (entries.length !== content.readUInt32BE(4)) throw new UnsupportedMovieError('An entry is missing.')
  return entries.map((entry) => (kind === 'vide' ? buildVideoEntry(entry) : buildAudioEntry(entry)))
}

const VIDEO_ENTRY_BYTES = 78

function buildVideoEntry({ type, content }: Box): Buffer {
  if (!/^avc[13]$/.test(type)) throw new UnsupportedMovieError('This video has another format.')
  const fixed = Buffer.from(content.subarray(0, VIDEO_ENTRY_BYTES))
  fixed.writeUInt16BE(1, 6)
  // The version, vendor, and quality of QuickTime.
  fixed.fill(0, 8, 24)
  fixed.writeUInt32BE(0, 36)
  const parts = readBoxes(content.subarray(VIDEO_ENTRY_BYTES))
  find(parts, 'avcC')
  return box(type, fixed, ...parts.flatMap(buildVideoPart))
}

function buildVideoPart({ type, content }: Box): Buffer[] {
  if (type === 'colr') {
    const kind = content.toString('latin1', 0, 4)
    // The same three numbers, and whether they use the full range.
    if (kind === 'nclc') return [box('colr', text('nclx'), content.subarray(4, 10), Buffer.from([0]))]
    return kind === 'nclx' ? [box('colr', content)] : []
  }
  return /^(?:avcC|btrt|clap|pasp)$/.test(type) ? [box(type, content)] : []
}

/** The length of an audio entry without its parts, by version. */
const AUDIO_ENTRY_BYTES = [28, 44, 64]
const VARIABLE_COMPRESSION = 0xff_fe

function buildAudioEntry({ type, content }: Box): Buffer {
  const version = content.readUInt16BE(8)
  const length = AUDIO_ENTRY_BYTES[version]
  if (type !== 'mp4a' || length === undefined) throw new UnsupportedMovieError('This audio has another format.')
  // Otherwise, the tables count samples instead of packets.
  if (version === 1 && content.readUInt16BE(20) !== VARIABLE_COMPRESSION)
    throw new UnsupportedMovieError('This audio has other tables.')
  const channels = version === 2 ? content.readUInt32BE(40) : content.readUInt16BE(16)
  const rate = version === 2 ? content.readDoubleBE(32) : content.readUInt16BE(24)
  const fixed = Buffer.alloc(28)
  fixed.writeUInt16BE(1, 6)
  fixed.writeUInt16BE(channels, 16)
  fixed.writeUInt16BE(16, 18)
  fixed.writeUInt16BE(Math.round(rate), 24)
  const parts = readBoxes(content.subarray(length))
  const inner = parts.filter((part) => part.type === 'wave').flatMap((part) => readBoxes(part.content))
  return box('mp4a', fixed, box('esds', find([...parts, ...inner], 'esds')))
}

function find(boxes: readonly Box[], type: string): Buffer {
  const found = boxes.find((each) => each.type === type)
  if (!found) throw new UnsupportedMovieError(`There is no ${type}.`)
  return found.content
}

/** The boxes in a row. QuickTime may end a row with a zero. */
function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at)
    if (short === 0) break
    const isLong = short === 1
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short
    const start = at + (isLong ? 16 : 8)
    if (size < start - at || at + size > bytes.length) throw new UnsupportedMovieError('A box is cut off.')
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(start, at + size) })
    at += size
  }
  return boxes
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([uint32(content.length + 8), text(type), content])
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1')
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
