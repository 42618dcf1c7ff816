import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type PDFiumDocument, PDFiumLibrary, PDFiumModule } from '@hyzyla/pdfium'

const MB = 1024 * 1024
/** That of the file before is given back later, so that the process holds 512 MB at most. */
const MAX_MB = 256
/** It takes up to a fifth more than what it asks for. */
const MAX_ALLOCATION_BYTES = Math.floor(MAX_MB / 1.2) * MB

const SILENT = { print: () => {}, printErr: () => {} }

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * What `work` makes of a PDF, with 256 MB of memory at most, however much the file demands; nothing is written beside the log. Refuses a file that demands more,
 * and with an error of the library one that can't be read. Only within the sandbox: it blocks the event loop.
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
            // Sizes beyond 2 GB come as negative numbers.
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
  // All that it holds goes with it: there is nothing to be destroyed.
  const tooLarge = (cause?: unknown) => new Error(`it demands more than ${MAX_MB} MB of memory`, { cause })
  try {
    const result = await work(await library.loadDocument(pdf))
    // Without what it asked for it goes on, and leaves things out.
    if (!isRefused) return result
  } catch (error) {
    throw isRefused ? tooLarge(error) : error
  }
  throw tooLarge()
}
