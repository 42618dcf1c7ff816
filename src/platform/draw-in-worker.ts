import { runInWorker } from './worker-thread.ts'

type Draw = (what: never) => Promise<Buffer>

/** A drawing function of a module, run in a worker thread (`inThread`). */
export function drawInWorker<Drawing extends Draw>(
  module: URL,
  name: string,
  kind: 'documents' | 'pictures' = 'documents',
): (what: Parameters<Drawing>[0]) => Promise<Buffer> {
  const draw = runInWorker<(what: Parameters<Drawing>[0]) => Promise<Uint8Array>>(module, name, kind)
  return async (what) => {
    // A buffer arrives as plain bytes.
    const bytes = await draw(what)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}
