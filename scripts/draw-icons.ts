// Draws the academy's icons from its logo, `public/favicon.svg`, into `public/icons`: run it when the logo has changed.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const PUBLIC = path.resolve(import.meta.dirname, '../public')
const mark = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8')
// For systems that crop icons themselves, the background fills the whole square, because up to a fifth may be cropped
// on each side.
const square = mark.replace('rx="9"', 'rx="0"')
const inSafeZone = square.replace('translate(3.6 1.6) scale(.88)', 'translate(7.9 6.6) scale(.62)')

await Promise.all([
  draw(mark, 192, 'icon-192'),
  draw(mark, 512, 'icon-512'),
  draw(inSafeZone, 512, 'icon-maskable-512'),
  draw(square, 180, 'apple-touch-icon'),
])

async function draw(svg: string, size: number, name: string): Promise<void> {
  const density = (72 * size) / 40
  await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(path.join(PUBLIC, 'icons', `${name}.png`))
}
