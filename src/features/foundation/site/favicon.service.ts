import { readFile } from 'node:fs/promises'
import type { DrawnPicture } from '#features/foundation/files/files.public.ts'
import {
  validatePixelCount,
  getSvgDensity,
  describeSandboxFailure,
  UNREADABLE_PICTURE,
} from '#features/foundation/files/pictures.public.ts'
import { runInSandbox } from '#platform/sandbox.ts'
import { sharp } from '#platform/sharp.ts'
import { ICON_SIZES, MAX_LOGO_PIXELS } from './logo.service.ts'
import type { SiteImageRow } from './site-images.queries.ts'

type Drawable = DrawnPicture['file']
type DrawnIcon = Pick<SiteImageRow, 'form' | 'width' | 'height'> & { place: 'favicon'; file: Drawable }

const BOUNDS = { width: 512, height: 512 }
/** If this ratio were higher, a picture would be a thin line in the square icon. */
const MAX_RATIO = 1.5
const APPLE_SIZE = 180
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

const drawInSandbox = runInSandbox<typeof drawIcons>(new URL(import.meta.url), drawIcons.name, {
  cpuMs: 20_000,
  resultBytes: 8 * 1024 * 1024,
})

/** Renders the operator's own icon in all sizes that phones and browsers request. */
export async function drawFavicon(icon: Drawable, member: string): Promise<DrawnIcon[] | { wrong: string }> {
  try {
    return await drawInSandbox({ source: icon.source }, member)
  } catch (error) {
    return describeSandboxFailure(error)
  }
}

/** Draws the icons. This runs in the sandbox. */
export async function drawIcons({ source }: Pick<Drawable, 'source'>): Promise<DrawnIcon[] | { wrong: string }> {
  try {
    const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
    const meta = await sharp()(bytes, { limitInputPixels: false }).metadata()
    const problem = validatePixelCount(meta, BOUNDS, MAX_LOGO_PIXELS)
    if (problem) return problem
    const { width, height } = meta
    if (Math.max(width, height) > Math.min(width, height) * MAX_RATIO)
      return { wrong: `is ${width} × ${height} pixels, but an icon is a square. Crop it to a square` }
    const density = meta.format === 'svg' ? { density: getSvgDensity(meta, BOUNDS) } : {}
    const drawn: DrawnIcon[] = []
    for (const size of ICON_SIZES) {
      const square = sharp()(bytes, density)
        .rotate()
        .resize({ width: size, height: size, fit: 'contain', background: TRANSPARENT })
      // On a phone's home screen, transparent parts would look black.
      const picture = size === APPLE_SIZE ? square.flatten({ background: '#ffffff' }) : square
      const data = await picture.png().toBuffer()
      const file = { source: data, name: `favicon-${size}.png`, contentType: 'image/png', seconds: undefined }
      drawn.push({ place: 'favicon', form: 'png', width: size, height: size, file })
    }
    return drawn
  } catch {
    return UNREADABLE_PICTURE
  }
}
