import sharp from 'sharp'
import { drawable, fitted, linesOf, outlined, type Typeface, typefaceFor, widthOf } from '#platform/lettering.ts'
import { CHECKED, markAt, sealAt } from '#platform/marks.ts'
import { PDF_COLOR } from '#platform/pdf/pdf.ts'

/** What a picture says. */
export type ShareWords = {
  /** `card`, as sites show a shared address; `cover`, square, as podcast players show a series. */
  form: 'card' | 'cover'
  /** Above the title: what kind of thing it is; may be empty. */
  label: string
  title: string
  /** The academy's. */
  name: string
  /** The operator's; the academy's own mark where there is none. */
  logo?: { sha256: string; width: number; height: number; isLettering: boolean }
}

/** What the picture of a certificate says. */
export type CertificateWords = Pick<ShareWords, 'label' | 'name' | 'logo'> & {
  form: 'certificate'
  /** Whose it is, or that it was revoked. */
  title: string
  course: string
  /** May be empty. */
  completedOn: string
  /** Where it is checked. */
  host: string
  isValid: boolean
}

type Logoed = Pick<ShareWords, 'logo'> & { drawnLogo?: Uint8Array }

/** `drawnLogo` is the PNG that `logo` tells of. */
type Drawing = (ShareWords | CertificateWords) & { drawnLogo?: Uint8Array }

const { ink: INK, bar: BAR, quiet: QUIET } = PDF_COLOR
const PAPER = '#fbfaf7'

/** `text` is where words may stand; the panel takes the rest, with the academy's mark on it. */
const FORMS = {
  card: {
    width: 1200,
    height: 630,
    text: { x: 72, y: 64, width: 690, height: 502 },
    panel: { x: 820, y: 0, width: 380, height: 630 },
    mark: { size: 360, x: 826, y: 126 },
    sizes: { name: 34, label: 30, title: [84, 76, 68, 60, 52, 46] },
  },
  cover: {
    width: 1400,
    height: 1400,
    text: { x: 110, y: 110, width: 1180, height: 620 },
    panel: { x: 0, y: 800, width: 1400, height: 600 },
    mark: { size: 560, x: 420, y: 804 },
    sizes: { name: 54, label: 52, title: [150, 130, 110, 92, 76] },
  },
} as const
const LINE = 1.16

/** The picture as PNG. */
export function drawShareImage(words: Drawing): Promise<Buffer> {
  return sharp(Buffer.from(words.form === 'certificate' ? svgOfCertificate(words) : svgOf(words)))
    .png({ palette: true, colours: 64, effort: 3 })
    .toBuffer()
}

function svgOf(words: ShareWords & { drawnLogo?: Uint8Array }): string {
  const { form, label, title, name } = words
  const { width, height, text, panel, mark, sizes } = FORMS[form]
  const chip = sizes.name * CHIP
  const top = text.y + chip + sizes.label
  const room = text.y + text.height - top
  const { lines, size, typeface } = titleIn(drawable(title, 'serif') || drawable(name, 'serif'), form, room)
  const start = top + (room - blockHeight(lines.length, size, form)) / 2
  const labelLine = start + sizes.label
  const firstLine = labelLine + sizes.label * 0.4 + size
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/>
    <rect x="${panel.x}" y="${panel.y}" width="${panel.width}" height="${panel.height}" fill="${BAR}"/>
    ${logoAt(words, mark.x, mark.y, mark.size)}
    ${nameAt(words, text, { size: sizes.name, name })}
    ${outlined(drawable(label, 'sans'), { typeface: 'sans', size: sizes.label, x: text.x, y: labelLine, fill: QUIET })}
    ${lines
      .map((line, index) =>
        outlined(line, { typeface, size, x: text.x, y: firstLine + index * size * LINE, fill: INK }),
      )
      .join('')}
  </svg>`
}

const CHIP = 1.7

/** The academy's name, the logo before it on a small square. */
function nameAt(
  words: Logoed,
  { x, y, width }: { x: number; y: number; width: number },
  { size, name }: { size: number; name: string },
): string {
  const chip = size * CHIP
  // A logo with the name in it stands in the panel alone.
  const isAlone = words.logo?.isLettering === true
  const beside = isAlone ? 0 : chip + 22
  const square = `<rect x="${x}" y="${y}" width="${chip}" height="${chip}" rx="${chip * 0.22}" fill="${BAR}"/>
    ${logoAt(words, x + chip * 0.09, y + chip * 0.05, chip * 0.86)}`
  return `${isAlone ? '' : square}
    ${outlined(fitting(drawable(name, 'serif'), size, width - beside), {
      typeface: 'serif',
      size,
      x: x + beside,
      y: y + chip * 0.5 + size * 0.34,
      fill: BAR,
    })}`
}

/** A certificate for those who are sent its link: whose it is, of what, and where it can be checked; with the seal only while it is valid. */
function svgOfCertificate(words: CertificateWords & { drawnLogo?: Uint8Array }): string {
  const { label, title, course, completedOn, host, isValid } = words
  const { width, height, text, panel, mark, sizes } = FORMS.card
  const top = text.y + sizes.name * CHIP
  const room = text.y + text.height - top
  const named = fitted(drawable(title, 'serif'), 'serif', { from: 76, least: 40, width: text.width, height: 240 })
  const [first, second, third] = linesOf(drawable(course, 'sans'), { typeface: 'sans', size: 34 }, text.width)
  const titled = [first, third === undefined ? second : `${second} …`].flatMap((each) => (each ? [each] : []))
  const block = 30 * 1.6 + named.lines.length * named.size * LINE + 28 + titled.length * 44 + 46
  let y = top + (room - block) / 2
  const line = (content: string, typeface: Typeface, size: number, fill: string, height: number) => {
    y += height
    return outlined(content, { typeface, size, x: text.x, y, fill })
  }
  const centred = (content: string, size: number, at: number) =>
    outlined(content, {
      typeface: 'sans',
      size,
      x: panel.x + (panel.width - widthOf(content, { typeface: 'sans', size })) / 2,
      y: at,
      fill: '#fff',
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/>
    <rect x="${panel.x}" y="${panel.y}" width="${panel.width}" height="${panel.height}" fill="${isValid ? BAR : QUIET}"/>
    ${isValid ? sealAt(panel.x + 40, 120, 300, CHECKED) : markAt(mark.x, mark.y, { size: mark.size, ground: QUIET })}
    ${isValid ? centred('Check it at', 24, 480) + centred(fitting(host, 26, panel.width - 40), 26, 516) : ''}
    ${nameAt(words, text, { size: sizes.name, name: words.name })}
    ${line(drawable(label, 'sans'), 'sans', 30, QUIET, 30)}
    ${named.lines.map((each, index) => line(each, named.typeface, named.size, INK, index === 0 ? 18 + named.size : named.size * LINE)).join('')}
    ${titled.map((each, index) => line(each, 'sans', 34, BAR, index === 0 ? 62 : 44)).join('')}
    ${line(drawable(completedOn, 'sans'), 'sans', 28, QUIET, 46)}
  </svg>`
}

/** Label and title together. */
function blockHeight(lines: number, size: number, form: ShareWords['form']): number {
  return FORMS[form].sizes.label * 1.4 + size * (1.25 + (lines - 1) * LINE)
}

/** The largest of the sizes at which the title fits; one that is longer still ends in an ellipsis. */
function titleIn(title: string, form: ShareWords['form'], room: number) {
  const { sizes, text } = FORMS[form]
  const typeface = typefaceFor(title, 'serif')
  for (const size of sizes.title) {
    const lines = linesOf(title, { typeface, size }, text.width)
    if (blockHeight(lines.length, size, form) <= room) return { lines, size, typeface }
  }
  const size = Math.min(...sizes.title)
  const lines = linesOf(title, { typeface, size }, text.width)
  while (blockHeight(lines.length, size, form) > room) lines.pop()
  return { lines: [...lines.slice(0, -1), fitting(`${lines.at(-1) ?? ''} …`, size, text.width)], size, typeface }
}

/** Cut at its end until it fits. */
function fitting(text: string, size: number, room: number): string {
  let letters = [...text]
  while (letters.length > 1 && widthOf(letters.join(''), { typeface: 'serif', size }) > room)
    letters = [...letters.slice(0, -2), '…']
  return letters.join('')
}

/** The operator's logo in the middle of a square, a little smaller than it; or the academy's mark. */
function logoAt({ logo, drawnLogo }: Logoed, x: number, y: number, size: number): string {
  if (!logo || !drawnLogo) return markAt(x, y, { size, ground: BAR })
  const scale = (size * 0.84) / Math.max(logo.width, logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const data = `data:image/png;base64,${Buffer.from(drawnLogo).toString('base64')}`
  return `<image x="${x + (size - width) / 2}" y="${y + (size - height) / 2}" width="${width}" height="${height}" href="${data}"/>`
}
