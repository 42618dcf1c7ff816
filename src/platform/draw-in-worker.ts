import { runInWorker } from './worker-thread.ts'

type Draw = (what: never) => Promise<Buffer>

/** Returns a function that runs a module's drawing function in a worker thread (`runInWorker`). */
export function drawInWorker<Drawing extends Draw>(
  module: URL,
  name: string,
  kind: 'documents' | 'pictures' = 'documents',
): (what: Parameters<Drawing>[0]) => Promise<Buffer> {
  const draw = runInWorker<(what: Parameters<Drawing>[0]) => Promise<Uint8Array>>(module, name, kind)
  return async (what) => {
    // The worker's buffer arrives as a plain Uint8Array.
    const bytes = await draw(what)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}
