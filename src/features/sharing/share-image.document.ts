import sharp from 'sharp'
import { drawable, linesOf, outlined, widthOf } from '#platform/lettering.ts'
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

/** `drawnLogo` is the PNG that `logo` tells of. */
type Drawing = ShareWords & { drawnLogo?: Uint8Array }

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
  return sharp(Buffer.from(svgOf(words)))
    .png({ palette: true, colours: 64, effort: 3 })
    .toBuffer()
}

function svgOf(words: Drawing): string {
  const { form, label, title, name } = words
  const { width, height, text, panel, mark, sizes } = FORMS[form]
  const chip = sizes.name * 1.7
  // A logo with the name in it stands in the panel alone.
  const beside = words.logo?.isLettering ? 0 : chip + 22
  const top = text.y + chip + sizes.label
  const room = text.y + text.height - top
  const { lines, size } = titleIn(drawable(title, 'serif') || drawable(name, 'serif'), form, room)
  const start = top + (room - blockHeight(lines.length, size, form)) / 2
  const labelLine = start + sizes.label
  const firstLine = labelLine + sizes.label * 0.4 + size
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/>
    <rect x="${panel.x}" y="${panel.y}" width="${panel.width}" height="${panel.height}" fill="${BAR}"/>
    ${logoAt(words, mark.x, mark.y, mark.size)}
    ${
      beside > 0
        ? `<rect x="${text.x}" y="${text.y}" width="${chip}" height="${chip}" rx="${chip * 0.22}" fill="${BAR}"/>
    ${logoAt(words, text.x + chip * 0.09, text.y + chip * 0.05, chip * 0.86)}`
        : ''
    }
    ${outlined(fitting(drawable(name, 'serif'), sizes.name, text.width - beside), {
      typeface: 'serif',
      size: sizes.name,
      x: text.x + beside,
      y: text.y + chip * 0.5 + sizes.name * 0.34,
      fill: BAR,
    })}
    ${outlined(drawable(label, 'sans'), { typeface: 'sans', size: sizes.label, x: text.x, y: labelLine, fill: QUIET })}
    ${lines
      .map((line, index) =>
        outlined(line, { typeface: 'serif', size, x: text.x, y: firstLine + index * size * LINE, fill: INK }),
      )
      .join('')}
  </svg>`
}

/** Label and title together. */
function blockHeight(lines: number, size: number, form: ShareWords['form']): number {
  return FORMS[form].sizes.label * 1.4 + size * (1.25 + (lines - 1) * LINE)
}

/** The largest of the sizes at which the title fits; one that is longer still ends in an ellipsis. */
function titleIn(title: string, form: ShareWords['form'], room: number): { lines: string[]; size: number } {
  const { sizes, text } = FORMS[form]
  for (const size of sizes.title) {
    const lines = linesOf(title, { typeface: 'serif', size }, text.width)
    if (blockHeight(lines.length, size, form) <= room) return { lines, size }
  }
  const size = Math.min(...sizes.title)
  const lines = linesOf(title, { typeface: 'serif', size }, text.width)
  while (blockHeight(lines.length, size, form) > room) lines.pop()
  return { lines: [...lines.slice(0, -1), fitting(`${lines.at(-1) ?? ''} …`, size, text.width)], size }
}

/** Cut at its end until it fits. */
function fitting(text: string, size: number, room: number): string {
  let letters = [...text]
  while (letters.length > 1 && widthOf(letters.join(''), { typeface: 'serif', size }) > room)
    letters = [...letters.slice(0, -2), '…']
  return letters.join('')
}

/** The operator's logo in the middle of a square, a little smaller than it; or the academy's mark. */
function logoAt({ logo, drawnLogo }: Drawing, x: number, y: number, size: number): string {
  if (!logo || !drawnLogo) return markAt(x, y, { size, ground: BAR })
  const scale = (size * 0.84) / Math.max(logo.width, logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const data = `data:image/png;base64,${Buffer.from(drawnLogo).toString('base64')}`
  return `<image x="${x + (size - width) / 2}" y="${y + (size - height) / 2}" width="${width}" height="${height}" href="${data}"/>`
}

/** The academy's mark, as `web/ui/logo.tsx` draws it. */
function markAt(x: number, y: number, { size, ground }: { size: number; ground: string }): string {
  return `<g fill="none" transform="translate(${x} ${y}) scale(${size / 40})">
    <path d="M6 4h17l7 7v16H6V4Z" fill="#fbfaf7"/><path d="M23 4v7h7" fill="#b4c8de"/>
    <path d="M11 12h7M11 17.5h11" stroke="#14213d" stroke-width="2.4" stroke-linecap="round"/>
    <path d="M10.5 35a12.5 12.5 0 0 1 25 0Z" fill="#e3c791" stroke="${ground}" stroke-width="2" stroke-linejoin="round"/>
    <path d="M14.1 29.9L16.5 31.2M17.8 26.1L19.2 28.5M23.0 24.7L23.0 27.5" stroke="#14213d" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M23 34L32.5 22.8" stroke="#14213d" stroke-width="2.8" stroke-linecap="round"/><circle cx="23" cy="33.5" r="2.6" fill="#14213d"/>
  </g>`
}
