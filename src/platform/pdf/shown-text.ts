import type { PDFiumDocument } from '@hyzyla/pdfium'

/** PDFium functions that are missing from the library's types. Numbers are addresses in PDFium's memory. */
type PDFium = {
  HEAPU8: Uint8Array
  wasmExports: { malloc: (bytes: number) => number; free: (at: number) => void }
  _FPDF_GetPageCount: (document: number) => number
  _FPDF_GetPageSizeByIndex: (document: number, page: number, width: number, height: number) => number
  _FPDF_LoadPage: (document: number, index: number) => number
  _FPDF_ClosePage: (page: number) => void
  _FPDF_GetPageWidthF: (page: number) => number
  _FPDF_GetPageHeightF: (page: number) => number
  _FPDFPage_Flatten: (page: number, usage: number) => number
  _FPDF_PageToDevice: (
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    x: number,
    y: number,
    deviceX: number,
    deviceY: number,
  ) => number
  _FPDFBitmap_CreateEx: (width: number, height: number, format: number, buffer: number, stride: number) => number
  _FPDFBitmap_FillRect: (
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ) => void
  _FPDFBitmap_Destroy: (bitmap: number) => void
  _FPDF_RenderPageBitmap: (
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ) => void
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFText_CountChars: (text: number) => number
  _FPDFText_GetUnicode: (text: number, index: number) => number
  _FPDFText_GetCharBox: (
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ) => number
  _FPDFText_GetTextObject: (text: number, index: number) => number
  _FPDFTextObj_GetTextRenderMode: (object: number) => number
}

const FLATTENED = 1
const BGRX = 3
const INVISIBLE = 3
/** The scale in pixels per point, and the maximum length of the longer side of a page in pixels. */
const SCALE = 1
const MAX_SIDE = 2_000
/**
 * The minimum difference between the lightest and the darkest pixel, out of 255. Text with less contrast is unreadable.
 */
const MIN_CONTRAST = 10
const MAX_COUNTED = 10_000

type Rectangle = { left: number; top: number; right: number; bottom: number }
export type VisibleText = { text: string; hasHidden: boolean }

const internals = (document: PDFiumDocument) => document as unknown as { module: PDFium; documentIdx: number }

/** Returns the number of pages that exist, because some files declare more than they have. */
export function countPages(document: PDFiumDocument): number {
  const { module, documentIdx } = internals(document)
  const named = module._FPDF_GetPageCount(documentIdx)
  const size = module.wasmExports.malloc(16)
  const exists = (index: number) => module._FPDF_GetPageSizeByIndex(documentIdx, index, size, size + 8) !== 0
  try {
    if (named === 0 || exists(named - 1)) return named
    let count = 0
    for (let index = 0; index < Math.min(named, MAX_COUNTED); index += 1) if (exists(index)) count += 1
    return count
  } finally {
    module.wasmExports.free(size)
  }
}

/**
 * Returns the visible words of a page, including those in form fields and text boxes. Words on disabled layers, outside
 * the page, under a box, or in the background color are hidden: the rendered page has a single color where they should
 * be. The words of a scanned page are drawn invisibly over its picture, and they count as visible.
 */
export function extractVisibleText(document: PDFiumDocument, index: number): VisibleText {
  const { module, documentIdx } = internals(document)
  let page = module._FPDF_LoadPage(documentIdx, index)
  if (page === 0) throw new Error(`page ${index + 1} can't be loaded`)
  let text = 0
  const memory = module.wasmExports.malloc(64)
  try {
    if (module._FPDFPage_Flatten(page, 0) === FLATTENED) {
      module._FPDF_ClosePage(page)
      page = module._FPDF_LoadPage(documentIdx, index)
    }
    text = module._FPDFText_LoadPage(page)
    return shownWords(module, page, text, memory)
  } finally {
    if (text !== 0) module._FPDFText_ClosePage(text)
    module._FPDF_ClosePage(page)
    module.wasmExports.free(memory)
  }
}

function shownWords(module: PDFium, page: number, text: number, memory: number): VisibleText {
  const count = module._FPDFText_CountChars(text)
  const characters = Array.from({ length: Math.max(0, count) }, (_, index) =>
    String.fromCodePoint(module._FPDFText_GetUnicode(text, index)),
  )
  const isSpace = (index: number) => /^[\s\0]?$/.test(characters[index] ?? '')
  const isInvisible = (index: number) => {
    const object = module._FPDFText_GetTextObject(text, index)
    return object !== 0 && module._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE
  }
  const visible = characters.findIndex((_, index) => !isSpace(index) && !isInvisible(index))
  // This returns early, because rendering the picture of a scanned page takes a long time.
  if (visible === -1) return { text: characters.join(''), hasHidden: false }

  const drawn = drawPage(module, page)
  const doubles = () => new DataView(module.HEAPU8.buffer, memory, 64)
  const boxOf = (index: number): Rectangle | undefined => {
    if (module._FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24) === 0) return undefined
    const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => doubles().getFloat64(at, true)) as Corners
    const corner = (x: number, y: number) => {
      module._FPDF_PageToDevice(page, 0, 0, drawn.width, drawn.height, 0, x, y, memory + 32, memory + 36)
      return { x: doubles().getInt32(32, true), y: doubles().getInt32(36, true) }
    }
    const [one, other] = [corner(left, bottom), corner(right, top)]
    return {
      left: Math.min(one.x, other.x),
      right: Math.max(one.x, other.x),
      top: Math.min(one.y, other.y),
      bottom: Math.max(one.y, other.y),
    }
  }
  const isShown = (from: number, to: number) => {
    const boxes: Rectangle[] = []
    for (let index = from; index < to; index += 1) {
      const box = boxOf(index)
      if (box) boxes.push(box)
    }
    // A letter such as I fills its box with a single color. So its box is extended to its neighbor, or beyond its own
    // edge if there is no neighbor.
    return (
      boxes.length === 0 ||
      boxes.some((box, at) => drawn.hasContrast(joined(box, boxes[at + 1] ?? boxes[at - 1]) ?? grown(box)))
    )
  }

  let shown = ''
  let hasHidden = false
  for (let index = 0; index < count;) {
    let end = index + 1
    if (!isSpace(index)) while (end < count && !isSpace(end)) end += 1
    const word = characters.slice(index, end).join('')
    if (isSpace(index) || isShown(index, end)) shown += word
    else hasHidden ||= /[\p{L}\p{N}]/u.test(word)
    index = end
  }
  return { text: shown, hasHidden }
}

type Corners = [left: number, right: number, bottom: number, top: number]

const grown = ({ left, top, right, bottom }: Rectangle): Rectangle => ({
  left: left - 2,
  top: top - 2,
  right: right + 2,
  bottom: bottom + 2,
})

/** Returns a rectangle around both rectangles if they are next to each other. */
function joined(one: Rectangle, other: Rectangle | undefined): Rectangle | undefined {
  if (!other) return undefined
  const around = {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
  const area = ({ left, top, right, bottom }: Rectangle) => (right - left + 1) * (bottom - top + 1)
  return area(around) <= 3 * (area(one) + area(other)) ? around : undefined
}

function drawPage(module: PDFium, page: number) {
  const [pageWidth, pageHeight] = [module._FPDF_GetPageWidthF(page), module._FPDF_GetPageHeightF(page)]
  const scale = Math.min(SCALE, MAX_SIDE / Math.max(pageWidth, pageHeight, 1))
  const [width, height] = [Math.max(1, Math.round(pageWidth * scale)), Math.max(1, Math.round(pageHeight * scale))]
  const buffer = module.wasmExports.malloc(width * height * 4)
  if (buffer === 0) throw new Error('no memory is left to draw a page')
  const bitmap = module._FPDFBitmap_CreateEx(width, height, BGRX, buffer, width * 4)
  module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
  const pixels = module.HEAPU8.slice(buffer, buffer + width * height * 4)
  module._FPDFBitmap_Destroy(bitmap)
  module.wasmExports.free(buffer)

  /** Whether the pixels in this rectangle show any contrast. */
  const hasContrast = ({ left, top, right, bottom }: Rectangle): boolean => {
    const [low, high] = [
      [255, 255, 255],
      [0, 0, 0],
    ]
    for (let y = Math.max(0, top); y < Math.min(height, Math.max(bottom, top + 1)); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(width, Math.max(right, left + 1)); x += 1) {
        for (const channel of [0, 1, 2]) {
          const value = pixels[(y * width + x) * 4 + channel] ?? 0
          if (value < (low[channel] ?? 0)) low[channel] = value
          if (value > (high[channel] ?? 0)) high[channel] = value
          if ((high[channel] ?? 0) - (low[channel] ?? 0) >= MIN_CONTRAST) return true
        }
      }
    }
    return false
  }
  return { width, height, hasContrast }
}
