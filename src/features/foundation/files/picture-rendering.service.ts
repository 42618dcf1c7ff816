import type { ProductFile } from '#features/foundation/products/products.public.ts'
import { sandboxed } from '#platform/sandbox.ts'
import { sharp } from '#platform/sharp.ts'
import { unusable } from './sandbox-failure.ts'

type Size = { format: 'avif' | 'webp'; width: number }

/** A picture in one of its sizes, before it is stored. */
export type DrawnPicture = Size & {
  file: ProductFile & { source: string | Uint8Array }
}

export const COVER_WIDTHS = [480, 800, 1280]
export const FORMATS = ['avif', 'webp'] as const
/** More than any camera has. Each takes four bytes of memory. */
const MAX_PIXELS = 100_000_000
const MAX_SVG_DENSITY = 7200

/** Something to draw from: a file by its path, or bytes. */
type Original = { source: string | Uint8Array }
type Drawing = { source: string | Uint8Array; called: string; sizes: readonly Size[] }
type Drawn = DrawnPicture & { height: number }

const drawInSandbox = sandboxed<typeof drawSizes>(new URL(import.meta.url), 'drawSizes', {
  cpuMs: 20_000,
  resultBytes: 32 * 1024 * 1024,
})

async function drawAll(drawing: Drawing, member: string): Promise<Drawn[] | { wrong: string }> {
  try {
    return await drawInSandbox(drawing, member)
  } catch (error) {
    return unusable(error)
  }
}

type Wanted = { called: string; widths: readonly number[]; member: string }

/** A picture in each of these widths, and in both formats. */
export function drawnWidths(
  { source }: Original,
  { called, widths, member }: Wanted,
): Promise<Drawn[] | { wrong: string }> {
  const sizes = FORMATS.flatMap((format) => widths.map((width) => ({ format, width })))
  return drawAll({ source, called, sizes }, member)
}

export async function drawPicture(
  { source }: Original,
  { format, width, called, member }: Size & { called: string; member: string },
): Promise<DrawnPicture['file'] | { wrong: string }> {
  const drawn = await drawAll({ source, called, sizes: [{ format, width }] }, member)
  return 'wrong' in drawn ? drawn : (drawn[0]?.file ?? UNREADABLE)
}

/** Runs in the sandbox. */
export async function drawSizes({ source, called, sizes }: Drawing): Promise<Drawn[] | { wrong: string }> {
  try {
    const widest = Math.max(...sizes.map(({ width }) => width))
    const meta = await sharp()(source, { limitInputPixels: false }).metadata()
    const problem = pixelProblem(meta, { width: widest, height: Infinity })
    if (problem) return problem
    const options = meta.format === 'svg' ? { density: svgDensity(meta, { width: widest, height: Infinity }) } : {}
    const drawn: Drawn[] = []
    for (const { format, width } of sizes) {
      const picture = sharp()(source, options).rotate().resize(width)
      const encoded = format === 'avif' ? picture.avif({ quality: 60 }) : picture.webp({ quality: 82 })
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
    return UNREADABLE
  }
}

export const UNREADABLE = { wrong: 'is a picture that cannot be read: save it again, or as PNG' }

type Area = { width: number; height: number }

/** Why a picture is not drawn: it has, or an SVG would have, too many pixels. */
export function pixelProblem(
  { format, width, height }: Area & { format?: string },
  room: Area,
): { wrong: string } | undefined {
  const scale = format === 'svg' ? scaleInto({ width, height }, room) : 1
  const pixels = width * scale * (height * scale)
  if (pixels <= MAX_PIXELS) return undefined
  return {
    wrong: `has ${Math.ceil(pixels / 1e6)} million pixels: save it smaller, with at most ${MAX_PIXELS / 1e6} million`,
  }
}

/** The density at which an SVG just fills its room: drawn larger, it only takes longer. */
export function svgDensity(area: Area, room: Area): number {
  return Math.min(Math.max(1, Math.ceil(72 * scaleInto(area, room))), MAX_SVG_DENSITY)
}

function scaleInto({ width, height }: Area, room: Area): number {
  return Math.min(room.width / width, room.height / height)
}
