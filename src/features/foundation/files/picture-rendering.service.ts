import type { ProductFile } from '#features/foundation/products/products.public.ts'
import { runInSandbox } from '#platform/sandbox.ts'
import { sharp } from '#platform/sharp.ts'
import { describeSandboxFailure } from './sandbox-failures.service.ts'

type Size = { format: 'avif' | 'webp'; width: number }

export type DrawnPicture = Size & {
  file: ProductFile & { source: string | Uint8Array }
}

export const COVER_WIDTHS = [480, 800, 1280]
export const PICTURE_FORMATS = ['avif', 'webp'] as const
/** The default, 4, takes four times as long for files that are a twentieth smaller. */
const AVIF_EFFORT = 3
/** No camera has more pixels than this. Each pixel takes four bytes of memory. */
const MAX_PIXELS = 100_000_000
const MAX_SVG_DENSITY = 7200

/** A picture, given by the path of its file or by its bytes. */
type Original = { source: string | Uint8Array }
type DrawRequest = {
  source: string | Uint8Array
  called: string
  sizes: readonly Size[]
  maxPixels?: number | undefined
}
type DrawnSize = DrawnPicture & { height: number }

const drawInSandbox = runInSandbox<typeof drawSizes>(new URL(import.meta.url), drawSizes.name, {
  cpuMs: 20_000,
  resultBytes: 32 * 1024 * 1024,
})

async function drawAll(drawing: DrawRequest, member: string): Promise<DrawnSize[] | { wrong: string }> {
  try {
    return await drawInSandbox(drawing, member)
  } catch (error) {
    return describeSandboxFailure(error)
  }
}

/** `maxPixels` is a lower limit, for places where a picture as large as a camera's would be a mistake. */
type Limit = { maxPixels?: number | undefined }
type DrawOptions = Limit & { called: string; widths: readonly number[]; member: string }

/** Renders a picture at each of these widths, in both formats. */
export function drawWidths(
  { source }: Original,
  { called, widths, member, maxPixels }: DrawOptions,
): Promise<DrawnSize[] | { wrong: string }> {
  const sizes = PICTURE_FORMATS.flatMap((format) => widths.map((width) => ({ format, width })))
  return drawAll({ source, called, sizes, maxPixels }, member)
}

export async function drawPicture(
  { source }: Original,
  { format, width, called, member, maxPixels }: Size & Limit & { called: string; member: string },
): Promise<DrawnPicture['file'] | { wrong: string }> {
  const drawn = await drawAll({ source, called, sizes: [{ format, width }], maxPixels }, member)
  return 'wrong' in drawn ? drawn : (drawn[0]?.file ?? UNREADABLE_PICTURE)
}

/** Renders pictures. This runs in the sandbox. */
export async function drawSizes({
  source,
  called,
  sizes,
  maxPixels,
}: DrawRequest): Promise<DrawnSize[] | { wrong: string }> {
  try {
    const widest = Math.max(...sizes.map(({ width }) => width))
    const meta = await sharp()(source, { limitInputPixels: false }).metadata()
    const problem = validatePixelCount(meta, { width: widest, height: Infinity }, maxPixels)
    if (problem) return problem
    const options = meta.format === 'svg' ? { density: getSvgDensity(meta, { width: widest, height: Infinity }) } : {}
    const drawn: DrawnSize[] = []
    for (const { format, width } of sizes) {
      const picture = sharp()(source, options).rotate().resize(width)
      const encoded =
        format === 'avif' ? picture.avif({ quality: 60, effort: AVIF_EFFORT }) : picture.webp({ quality: 82 })
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
      const file = {
        source: data,
        name: `${called}-${width}.${format}`,
        contentType: `image/${format}`,
        seconds: undefined,
      }
      drawn.push({ format, width, height: info.height, file })
    }
    return drawn
  } catch {
    return UNREADABLE_PICTURE
  }
}

export const UNREADABLE_PICTURE = { wrong: 'can’t be read as an image. Save it again, or save it as PNG' }

type Area = { width: number; height: number }

/**
 * Returns why a picture can't be rendered: it has too many pixels, or an SVG would have too many after it is rendered.
 */
export function validatePixelCount(
  { format, width, height }: Area & { format?: string },
  room: Area,
  max = MAX_PIXELS,
): { wrong: string } | undefined {
  const scale = format === 'svg' ? getScale({ width, height }, room) : 1
  const pixels = width * scale * (height * scale)
  if (pixels <= max) return undefined
  return {
    wrong: `has ${Math.ceil(pixels / 1e6)} million pixels. The maximum is ${max / 1e6} million. Save a smaller version`,
  }
}

/** Returns the density at which an SVG exactly fills its area. A higher density would only take longer. */
export function getSvgDensity(area: Area, room: Area): number {
  return Math.min(Math.max(1, Math.ceil(72 * getScale(area, room))), MAX_SVG_DENSITY)
}

function getScale({ width, height }: Area, room: Area): number {
  return Math.min(room.width / width, room.height / height)
}
