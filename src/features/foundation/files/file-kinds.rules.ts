/** What a file is used for. Each use accepts only certain file types. */
export type FileUse = 'video' | 'audio' | 'captions' | 'picture' | 'handout'

/** The Office program that opens a file. */
export type OfficeKind = 'word' | 'excel' | 'powerpoint'

/** `head` contains the first bytes. */
type FileBytes = { head: Uint8Array; office: OfficeKind | undefined }

type FileKind = {
  contentType: string
  called: string
  is(bytes: FileBytes): boolean
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const startsWithBytes =
  (magic: string) =>
  ({ head }: { head: Uint8Array }) =>
    latin(head).startsWith(magic)
const isBox = ({ head }: { head: Uint8Array }) => latin(head.subarray(4, 8)) === 'ftyp'
const isOffice =
  (kind: OfficeKind) =>
  ({ office }: FileBytes) =>
    office === kind
const brand = (head: Uint8Array) => latin(head.subarray(8, 12))
/** Whether the file has one of the HEIF brands (ISO/IEC 23008-12) that iPhones write. */
const isHeic = (head: Uint8Array) => /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand(head))

const OTHER_THAN_TEXT = ['%PDF-', 'PK\u0003\u0004', '\u0089PNG', '\u00ff\u00d8', 'ID3']
/** Captions are text in any encoding, and are checked line by line later. */
const isCaptions = ({ head }: FileBytes) => !OTHER_THAN_TEXT.some((magic) => latin(head).startsWith(magic))

const KINDS: Record<string, FileKind> = {
  mp4: {
    contentType: 'video/mp4',
    called: 'an MP4 video',
    is: (bytes) => isBox(bytes) && brand(bytes.head) !== 'avif' && !isHeic(bytes.head),
  },
  mov: {
    contentType: 'video/mp4',
    called: 'a QuickTime (MOV) or MP4 video',
    is: (bytes) => isBox(bytes) && brand(bytes.head) !== 'avif' && !isHeic(bytes.head),
  },
  m4a: { contentType: 'audio/mp4', called: 'an M4A recording', is: isBox },
  mp3: {
    contentType: 'audio/mpeg',
    called: 'an MP3 recording',
    is: ({ head }) => latin(head).startsWith('ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
  },
  vtt: {
    contentType: 'text/vtt',
    called: 'a WebVTT or SubRip file',
    is: isCaptions,
  },
  srt: { contentType: 'text/vtt', called: 'a WebVTT or SubRip file', is: isCaptions },
  pdf: {
    contentType: 'application/pdf',
    called: 'a PDF file',
    // PDF readers accept the header anywhere within this many bytes.
    is: ({ head }) => latin(head.subarray(0, 1024)).includes('%PDF-'),
  },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    called: 'a Word document',
    is: isOffice('word'),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    called: 'an Excel workbook',
    is: isOffice('excel'),
  },
  pptx: {
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    called: 'a PowerPoint presentation',
    is: isOffice('powerpoint'),
  },
  zip: { contentType: 'application/zip', called: 'a ZIP archive', is: startsWithBytes('PK\u0003\u0004') },
  png: { contentType: 'image/png', called: 'a PNG image', is: startsWithBytes('\u0089PNG\r\n\u001a\n') },
  jpg: { contentType: 'image/jpeg', called: 'a JPEG image', is: startsWithBytes('\u00ff\u00d8\u00ff') },
  webp: {
    contentType: 'image/webp',
    called: 'a WebP image',
    is: ({ head }) => latin(head).startsWith('RIFF') && latin(head.subarray(8, 12)) === 'WEBP',
  },
  avif: {
    contentType: 'image/avif',
    called: 'an AVIF image',
    is: (bytes) => isBox(bytes) && brand(bytes.head) === 'avif',
  },
  svg: { contentType: 'image/svg+xml', called: 'an SVG image', is: ({ head }) => latin(head).includes('<svg') },
}

const ACCEPTED_TYPES: Record<FileUse, string[]> = {
  video: ['mp4', 'mov'],
  audio: ['mp3', 'm4a'],
  captions: ['vtt', 'srt'],
  picture: ['svg', 'png', 'jpg', 'webp', 'avif'],
  handout: ['pdf', 'docx', 'xlsx', 'pptx', 'zip', 'png', 'jpg', 'webp', 'mp3'],
}

export type FileTypeResult = { contentType: string } | { wrong: string }

/**
 * Returns the type of a file. The name and the bytes must match, because neither is trusted alone. The type must be
 * accepted for this use.
 */
export function detectFileType(name: string, use: FileUse, bytes: FileBytes): FileTypeResult {
  const extension = (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase().replace('jpeg', 'jpg')
  const kind = ACCEPTED_TYPES[use].includes(extension) ? KINDS[extension] : undefined
  if (!kind) return { wrong: `must be a file that ends in ${extensionsFor(use)}` }
  if (kind.is(bytes)) return { contentType: kind.contentType }
  return { wrong: `is not ${kind.called}${describeActualType(extension, bytes.head)}` }
}

/** Names the actual type of a file if the author can do something about it. */
function describeActualType(extension: string, head: Uint8Array): string {
  const isOld = latin(head).startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')
  if (isOld && /^(?:docx|xlsx|pptx)$/.test(extension))
    return `: it has a password or is in Office 97-2003 format. Save it as .${extension} without a password`
  if (isBox({ head }) && isHeic(head)) return ': it is a HEIC image from an iPhone. Export it as JPEG'
  const other = Object.values(KINDS).find(
    ({ contentType, is }) => !/office|svg|vtt/.test(contentType) && is({ head, office: undefined }),
  )
  return other ? `: its content is ${other.called}` : ''
}

/** Returns why a stored file can't be used this way, or undefined if it can. */
export function fileUseError(contentType: string, use: FileUse): string | undefined {
  if (ACCEPTED_TYPES[use].some((extension) => KINDS[extension]?.contentType === contentType)) return undefined
  return `must be a file that ends in ${extensionsFor(use)}`
}

function extensionsFor(use: FileUse): string {
  return ACCEPTED_TYPES[use].map((end) => `.${end}`).join(', ')
}

/**
 * Finds active content in an SVG. Pages get only its renderings as AVIF, WebP, or PNG, but the operator would not
 * expect a logo to contain scripts.
 */
export function findActiveContent(svg: string): string | undefined {
  const found = ACTIVE_CONTENT.find(([sign]) => sign.test(svg))
  return found && `${found[1]}. Save it as a plain SVG, without scripts or external files, or as PNG`
}

const ACTIVE_CONTENT: [RegExp, string][] = [
  [/<script[\s/>]/i, 'contains a script'],
  [/\son[a-z]+\s*=/i, 'contains a script (an attribute that starts with on)'],
  [/(href|src)\s*=\s*["']\s*javascript:/i, 'contains a script (a javascript: address)'],
  [/<foreignObject[\s/>]/i, 'contains a web page (foreignObject)'],
  [/<!ENTITY/i, 'declares entities'],
  [/<(image|use|feImage)\s[^<]*?href\s*=\s*["']\s*(https?:|file:|\/\/)/i, 'uses external files'],
]
