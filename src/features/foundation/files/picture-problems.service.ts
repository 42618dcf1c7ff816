import { sharp } from '#platform/sharp.ts'

/** The width of the widest rendering, and the maximum height that WebP and AVIF allow. */
const MAX_WIDTH = 1280
const MAX_HEIGHT = 16_383

/**
 * Returns why the shape of a picture makes it impossible to render it at page width. An unreadable picture fails later,
 * when it is rendered.
 */
export async function validatePictureShape(source: string): Promise<{ wrong: string } | undefined> {
  const { width, height } = await sharp()(source, { limitInputPixels: false })
    .metadata()
    .then(
      ({ autoOrient }) => autoOrient,
      () => ({ width: 1, height: 1 }),
    )
  const drawn = Math.round((height / width) * MAX_WIDTH)
  if (drawn <= MAX_HEIGHT) return undefined
  return {
    wrong: `is too tall: it is ${width} × ${height} pixels, so at ${MAX_WIDTH} pixels wide, it would be ${drawn} pixels tall. The maximum is ${MAX_HEIGHT}. Crop it to at most ${Math.floor(MAX_HEIGHT / MAX_WIDTH)} times as tall as it is wide`,
  }
}

export async function validatePictureDecoding(source: string): Promise<{ wrong: string } | undefined> {
  try {
    // Reads the whole picture, a few lines at a time.
    await sharp()(source).resize(16, 16, { fit: 'inside' }).toBuffer()
    return undefined
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message))
      return { wrong: 'has too many pixels. Save a smaller version' }
    return {
      wrong: 'is damaged or incomplete, so programs can’t open it. Copy it again from the original, or export it again',
    }
  }
}
