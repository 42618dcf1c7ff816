import sharp from 'sharp'
import {
  removeUndrawable,
  fitTextInBox,
  wrapText,
  renderTextOutlines,
  type Typeface,
  typefaceFor,
  measureWidth,
} from '#platform/typography.ts'
import { CHECK_MARK, drawLogo, drawSeal } from '#platform/svg-marks.ts'
import { PDF_COLOR } from '#platform/pdf/pdf.ts'

export type ShareImageText = {
  /** `card` for link previews; `cover`, square, for podcast players. */
  form: 'card' | 'cover'
  /** The kind of product, shown above the title; may be empty. */
  label: string
  title: string
  name: string
  /** The operator's logo; if there is none, the academy's default logo is used. */
  logo?: { sha256: string; width: number; height: number; isLettering: boolean }
}

export type CertificateImageText = Pick<ShareImageText, 'label' | 'name' | 'logo'> & {
  form: 'certificate'
  title: string
  course: string
  /** May be empty. */
  completedOn: string
  host: string
  isValid: boolean
}

type WithLogo = Pick<ShareImageText, 'logo'> & { drawnLogo?: Uint8Array }

/** `drawnLogo` is the PNG of `logo`. */
type ShareImageInput = (ShareImageText | CertificateImageText) & { drawnLogo?: Uint8Array }

const { ink: INK, bar: BAR, quiet: QUIET } = PDF_COLOR
const PAPER = '#fbfaf7'

/** `text` is the area for text; the panel with the logo takes up the rest. */
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

export function drawShareImage(words: ShareImageInput): Promise<Buffer> {
  return sharp(Buffer.from(words.form === 'certificate' ? buildCertificateSvg(words) : buildSvg(words)))
    .png({ palette: true, colors: 64, effort: 3 })
    .toBuffer()
}

function buildSvg(words: ShareImageText & { drawnLogo?: Uint8Array }): string {
  const { form, label, title, name } = words
  const { width, height, text, panel, mark, sizes } = FORMS[form]
  const chip = sizes.name * CHIP
  const top = text.y + chip + sizes.label
  const room = text.y + text.height - top
  const { lines, size, typeface } = fitTitle(
    removeUndrawable(title, 'serif') || removeUndrawable(name, 'serif'),
    form,
    room,
  )
  const start = top + (room - getBlockHeight(lines.length, size, form)) / 2
  const labelLine = start + sizes.label
  const firstLine = labelLine + sizes.label * 0.4 + size
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/>
    <rect x="${panel.x}" y="${panel.y}" width="${panel.width}" height="${panel.height}" fill="${BAR}"/>
    ${renderLogo(words, mark.x, mark.y, mark.size)}
    ${renderName(words, text, { size: sizes.name, name })}
    ${renderTextOutlines(removeUndrawable(label, 'sans'), { typeface: 'sans', size: sizes.label, x: text.x, y: labelLine, fill: QUIET })}
    ${lines
      .map((line, index) =>
        renderTextOutlines(line, { typeface, size, x: text.x, y: firstLine + index * size * LINE, fill: INK }),
      )
      .join('')}
  </svg>`
}

const CHIP = 1.7

function renderName(
  words: WithLogo,
  { x, y, width }: { x: number; y: number; width: number },
  { size, name }: { size: number; name: string },
): string {
  const chip = size * CHIP
  // A logo that includes the academy's name is shown only in the panel.
  const isAlone = words.logo?.isLettering === true
  const indent = isAlone ? 0 : chip + 22
  const square = `<rect x="${x}" y="${y}" width="${chip}" height="${chip}" rx="${chip * 0.22}" fill="${BAR}"/>
    ${renderLogo(words, x + chip * 0.09, y + chip * 0.05, chip * 0.86)}`
  return `${isAlone ? '' : square}
    ${renderTextOutlines(fitText(removeUndrawable(name, 'serif'), size, width - indent), {
      typeface: 'serif',
      size,
      x: x + indent,
      y: y + chip * 0.5 + size * 0.34,
      fill: BAR,
    })}`
}

/** The certificate's link preview: holder, course, and where to verify it, with the seal only while it is valid. */
function buildCertificateSvg(words: CertificateImageText & { drawnLogo?: Uint8Array }): string {
  const { label, title, course, completedOn, host, isValid } = words
  const { width, height, text, panel, mark, sizes } = FORMS.card
  const top = text.y + sizes.name * CHIP
  const room = text.y + text.height - top
  const named = fitTextInBox(removeUndrawable(title, 'serif'), 'serif', {
    from: 76,
    minSize: 40,
    width: text.width,
    height: 240,
  })
  const [first, second, third] = wrapText(removeUndrawable(course, 'sans'), { typeface: 'sans', size: 34 }, text.width)
  const titled = [first, third === undefined ? second : `${second} …`].flatMap((each) => (each ? [each] : []))
  const block = 30 * 1.6 + named.lines.length * named.size * LINE + 28 + titled.length * 44 + 46
  let y = top + (room - block) / 2
  const line = (content: string, typeface: Typeface, size: number, fill: string, height: number) => {
    y += height
    return renderTextOutlines(content, { typeface, size, x: text.x, y, fill })
  }
  const centred = (content: string, size: number, at: number) =>
    renderTextOutlines(content, {
      typeface: 'sans',
      size,
      x: panel.x + (panel.width - measureWidth(content, { typeface: 'sans', size })) / 2,
      y: at,
      fill: '#fff',
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/>
    <rect x="${panel.x}" y="${panel.y}" width="${panel.width}" height="${panel.height}" fill="${isValid ? BAR : QUIET}"/>
    ${isValid ? drawSeal(panel.x + 40, 120, 300, CHECK_MARK) : drawLogo(mark.x, mark.y, { size: mark.size, ground: QUIET })}
    ${isValid ? centred('Verify at', 24, 480) + centred(fitText(host, 26, panel.width - 40), 26, 516) : ''}
    ${renderName(words, text, { size: sizes.name, name: words.name })}
    ${line(removeUndrawable(label, 'sans'), 'sans', 30, QUIET, 30)}
    ${named.lines.map((each, index) => line(each, named.typeface, named.size, INK, index === 0 ? 18 + named.size : named.size * LINE)).join('')}
    ${titled.map((each, index) => line(each, 'sans', 34, BAR, index === 0 ? 62 : 44)).join('')}
    ${line(removeUndrawable(completedOn, 'sans'), 'sans', 28, QUIET, 46)}
  </svg>`
}

function getBlockHeight(lines: number, size: number, form: ShareImageText['form']): number {
  return FORMS[form].sizes.label * 1.4 + size * (1.25 + (lines - 1) * LINE)
}

/** The largest size at which the title fits; truncates a title that is too long for any size. */
function fitTitle(title: string, form: ShareImageText['form'], room: number) {
  const { sizes, text } = FORMS[form]
  const typeface = typefaceFor(title, 'serif')
  for (const size of sizes.title) {
    const lines = wrapText(title, { typeface, size }, text.width)
    if (getBlockHeight(lines.length, size, form) <= room) return { lines, size, typeface }
  }
  const size = Math.min(...sizes.title)
  const lines = wrapText(title, { typeface, size }, text.width)
  while (getBlockHeight(lines.length, size, form) > room) lines.pop()
  return { lines: [...lines.slice(0, -1), fitText(`${lines.at(-1) ?? ''} …`, size, text.width)], size, typeface }
}

/** Truncates until it fits. */
function fitText(text: string, size: number, room: number): string {
  let characters = [...text]
  while (characters.length > 1 && measureWidth(characters.join(''), { typeface: 'serif', size }) > room)
    characters = [...characters.slice(0, -2), '…']
  return characters.join('')
}

/** The operator's logo, centered in a slightly larger square, or the default logo. */
function renderLogo({ logo, drawnLogo }: WithLogo, x: number, y: number, size: number): string {
  if (!logo || !drawnLogo) return drawLogo(x, y, { size, ground: BAR })
  const scale = (size * 0.84) / Math.max(logo.width, logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const data = `data:image/png;base64,${Buffer.from(drawnLogo).toString('base64')}`
  return `<image x="${x + (size - width) / 2}" y="${y + (size - height) / 2}" width="${width}" height="${height}" href="${data}"/>`
}
