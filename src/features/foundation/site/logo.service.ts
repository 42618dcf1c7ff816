import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { DrawnPicture } from '#features/foundation/files/files.public.ts'
import {
  validatePixelCount,
  getSvgDensity,
  describeSandboxFailure,
  UNREADABLE_PICTURE,
} from '#features/foundation/files/pictures.public.ts'
import { runInSandbox } from '#platform/sandbox.ts'
import type { SiteImageRow } from './site-images.queries.ts'
import { computeLuminance, getLuminance } from '#shared/brand-colors.ts'
import { sharp } from '#platform/sharp.ts'

type Drawable = DrawnPicture['file']
type DrawnLogo = Pick<SiteImageRow, 'form' | 'width' | 'height'> & { place: 'logo' | 'icon'; file: Drawable }

/** The maximum size of the logo in the header and the footer, in CSS pixels. */
const LOGO_BOUNDS = { width: 216, height: 36 }
const DENSITIES = [1, 2, 3]
/** The maximum size of the logo when it is drawn into other pictures. */
const LARGE_LOGO_BOUNDS = { width: 648, height: 400 }
/** The sizes of icons that phones and browsers request. */
export const ICON_SIZES = [180, 192, 512]
const PAPER_COLOR = '#fbfaf7'
/** No screen shows more pixels than this. The limit also applies to the home page's picture and to icons. */
export const MAX_LOGO_PIXELS = 40_000_000
/**
 * The minimum contrast between a logo and the header. The footer is darker, so the contrast with it is always higher.
 */
const MIN_CONTRAST = 2

const drawInSandbox = runInSandbox<typeof drawAll>(new URL(import.meta.url), drawAll.name, {
  cpuMs: 20_000,
  resultBytes: 32 * 1024 * 1024,
})

/**
 * Renders the logo in three densities for the header (whose color is `bar`) and the footer, as a PNG to draw into other
 * pictures, and as a square icon.
 */
export async function drawLogo(
  logo: Drawable,
  { bar, member }: { bar: string; member: string },
): Promise<DrawnLogo[] | { wrong: string }> {
  try {
    return await drawInSandbox({ source: logo.source, bar }, member)
  } catch (error) {
    return describeSandboxFailure(error)
  }
}

/** Draws all renderings. This runs in the sandbox. */
export async function drawAll({
  source,
  bar,
}: Pick<Drawable, 'source'> & { bar: string }): Promise<DrawnLogo[] | { wrong: string }> {
  try {
    const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
    const meta = await sharp()(bytes, { limitInputPixels: false }).metadata()
    const problem = validatePixelCount(meta, LARGE_LOGO_BOUNDS, MAX_LOGO_PIXELS)
    if (problem) return problem
    const density = meta.format === 'svg' ? getSvgDensity(meta, LARGE_LOGO_BOUNDS) : undefined
    const at = (width: number, height: number) =>
      sharp()(bytes, density === undefined ? {} : { density })
        .rotate()
        .resize({ width: Math.round(width), height: Math.round(height), fit: 'inside' })
        .ensureAlpha()
    const needsGround = await isTooDark(at(LOGO_BOUNDS.width, LOGO_BOUNDS.height), bar)
    const within = async (room: typeof LOGO_BOUNDS) =>
      needsGround ? addBackground(at, room) : at(room.width, room.height)
    const drawn: DrawnLogo[] = []
    for (const density of DENSITIES) {
      const picture = await within({ width: LOGO_BOUNDS.width * density, height: LOGO_BOUNDS.height * density })
      drawn.push(await encodeAs('logo', 'webp', picture.webp({ quality: 90, alphaQuality: 100, effort: 5 })))
    }
    // The renderings are named by their width, so no two widths may be equal.
    if (new Set(drawn.map(({ width }) => width)).size < drawn.length)
      return {
        wrong: `is too narrow for a logo: at ${LOGO_BOUNDS.height} pixels high, it would be about 1 pixel wide. Upload a wider image`,
      }
    drawn.push(await encodeAs('logo', 'png', (await within(LARGE_LOGO_BOUNDS)).png()))
    for (const size of ICON_SIZES) {
      // Platforms may crop up to a fifth on each side of an icon.
      const inner = await at(size * 0.64, size * 0.64)
        .png()
        .toBuffer()
      const square = sharp()({
        create: { width: size, height: size, channels: 3, background: needsGround ? PAPER_COLOR : bar },
      }).composite([{ input: inner }])
      drawn.push(await encodeAs('icon', 'png', square.png()))
    }
    return drawn
  } catch {
    return UNREADABLE_PICTURE
  }
}

type Draw = (width: number, height: number) => Sharp

async function encodeAs(place: 'logo' | 'icon', form: 'png' | 'webp', picture: Sharp): Promise<DrawnLogo> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  const file = {
    source: data,
    name: `${place}-${info.width}.${form}`,
    contentType: `image/${form}`,
    seconds: undefined,
  }
  return { place, form, width: info.width, height: info.height, file }
}

/** Whether a large part of the visible area is as dark as the header. */
async function isTooDark(picture: Sharp, bar: string): Promise<boolean> {
  const min = MIN_CONTRAST * (getLuminance(bar) + 0.05) - 0.05
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  let [seen, dark] = [0, 0]
  for (let at = 0; at < data.length; at += info.channels) {
    const part = (offset: number) => data[at + offset] ?? 0
    const opacity = info.channels === 4 ? part(3) / 255 : 1
    seen += opacity
    const gray = info.channels < 3
    if (computeLuminance([part(0), part(gray ? 0 : 1), part(gray ? 0 : 2)]) < min) dark += opacity
  }
  // A logo without transparent parts has its own background.
  return seen < data.length / info.channels && dark > seen / 4
}

/** Draws the logo on a light plate with rounded corners. */
async function addBackground(at: Draw, room: typeof LOGO_BOUNDS): Promise<Sharp> {
  const point = room.height / LOGO_BOUNDS.height
  const [edge, side] = [4, 8].map((points) => Math.round(points * point)) as [number, number]
  const { data, info } = await at(room.width - 2 * side, room.height - 2 * edge)
    .png()
    .toBuffer({ resolveWithObject: true })
  const [width, height] = [info.width + 2 * side, info.height + 2 * edge]
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${6 * point}" fill="${PAPER_COLOR}"/></svg>`
  const whole = await sharp()(Buffer.from(plate))
    .composite([{ input: data, left: side, top: edge }])
    .png()
    .toBuffer()
  return sharp()(whole)
}
