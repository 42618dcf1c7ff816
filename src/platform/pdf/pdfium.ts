import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type PDFiumDocument, PDFiumLibrary, PDFiumModule } from '@hyzyla/pdfium'

const MB = 1024 * 1024
/** The memory of the previous file is freed later, so the process may use twice as much, 512 MB. */
const MAX_MB = 256
/** PDFium allocates up to one-fifth more than requested. */
const MAX_ALLOCATION_BYTES = Math.floor(MAX_MB / 1.2) * MB

const SILENT = { print: () => {}, printErr: () => {} }

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * Runs `work` on a PDF with at most 256 MB of memory, no matter how much the file requires. Logs nothing. Rejects a
 * file that needs more memory, and throws the library's error if the file is unreadable. Use it only inside the
 * sandbox, because it blocks the event loop.
 */
export async function readPdf<Result>(
  pdf: Uint8Array,
  work: (document: PDFiumDocument) => Result | Promise<Result>,
): Promise<Result> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))).then(WebAssembly.compile)
  const program = await compiled
  let isRefused = false
  const library = await PDFiumLibrary.initBase({
    vendor: (options) =>
      PDFiumModule({
        ...options,
        ...SILENT,
        instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
          const { env } = imports as { env: { emscripten_resize_heap: (bytes: number) => boolean } }
          const grow = env.emscripten_resize_heap
          env.emscripten_resize_heap = (bytes) => {
            // Sizes above 2 GB arrive as negative numbers.
            const isTooMuch = bytes >>> 0 > MAX_ALLOCATION_BYTES
            isRefused ||= isTooMuch
            return !isTooMuch && grow(bytes)
          }
          const instance = new WebAssembly.Instance(program, imports)
          done(instance)
          return instance.exports
        },
      }),
  })
  // The whole instance is discarded, so nothing needs to be freed.
  const tooLarge = (cause?: unknown) => new Error(`it demands more than ${MAX_MB} MB of memory`, { cause })
  try {
    const result = await work(await library.loadDocument(pdf))
    // When PDFium runs out of memory, it continues but leaves things out.
    if (!isRefused) return result
  } catch (error) {
    throw isRefused ? tooLarge(error) : error
  }
  throw tooLarge()
}
