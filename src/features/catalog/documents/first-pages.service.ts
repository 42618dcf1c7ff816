import { readFile } from 'node:fs/promises'
import { readPdf } from '#platform/pdf/pdfium.ts'
import { runInSandbox } from '#platform/sandbox.ts'
import { sharp } from '#platform/sharp.ts'

/** The widths in pixels. A `preview` shows the layout but is too small to read. A `sample` is readable. */
const WIDTHS = { preview: 320, sample: 1000 }
/** The maximum height of a rendering, as a multiple of its width. Longer pages are cropped. */
const MAX_HEIGHT = 1.5

type RenderRequest = { source: string; as: keyof typeof WIDTHS }

/** Renders a PDF's first page as WebP. Throws the library's error if the file is unreadable. */
export const renderFirstPage = runInSandbox<typeof renderFirstPageImage>(
  new URL(import.meta.url),
  renderFirstPageImage.name,
)

export async function renderFirstPageImage({ source, as }: RenderRequest): Promise<Uint8Array> {
  return readPdf(await readFile(source), async (document) => {
    const page = document.getPage(0)
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    if (!(width > 0 && height > 0 && height / width < 20)) throw new Error(`a page of ${width} by ${height}`)
    const drawn = await page.render({ scale: WIDTHS[as] / width, render: 'bitmap' })
    const raw = { width: drawn.width, height: drawn.height, channels: 4 as const }
    return sharp()(drawn.data, { raw })
      .extract({ left: 0, top: 0, width: drawn.width, height: Math.min(drawn.height, MAX_HEIGHT * drawn.width) })
      .flatten({ background: '#fff' })
      .webp({ quality: 78 })
      .toBuffer()
  })
}
