import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type OpenFile, createOpenFileCache } from '../files/open-file-cache.ts'

const CHUNK_BYTES = 256 * 1024
const MAX_SPARE_BUFFERS = 16

const openCached = createOpenFileCache()
// Buffers are reused, because allocating a buffer for each chunk costs as much as reading the chunk.
const spareBuffers: Buffer[] = []

/**
 * Sends a file from the disk, or the requested range of it (RFC 9110, section 14). `etag` identifies the content
 * permanently. Returns false if there is no such file. A request for several ranges gets the whole file, as the RFC
 * allows.
 */
export async function sendFile(
  { raw: request }: FastifyRequest,
  reply: FastifyReply,
  { place, etag }: { place: string; etag: string },
): Promise<boolean> {
  const file = await openCached(place)
  if (!file) return false
  try {
    void reply.headers({ etag, 'accept-ranges': 'bytes' })
    const { 'if-none-match': known, 'if-range': condition, range } = request.headers
    if (known?.includes(etag)) {
      await reply.code(304).send()
      return true
    }

    const isAsked = condition === undefined || condition === etag
    const byteRange = range !== undefined && isAsked ? parseRange(range, file.bytes) : undefined
    if (byteRange === 'beyond') {
      await reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
      return true
    }

    const { from, to } = byteRange ?? { from: 0, to: file.bytes - 1 }
    void reply.header('content-length', to - from + 1)
    if (byteRange) void reply.code(206).header('content-range', `bytes ${from}-${to}/${file.bytes}`)
    // Sends the file without Fastify, because nothing else needs to process the response. Piping a file stream to the
    // socket would take longer than reading and writing chunks here.
    reply.hijack().raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    if (request.method === 'HEAD') reply.raw.end()
    else await sendChunks(file, { from, to }, reply.raw)
    return true
  } finally {
    file.release()
  }
}

type Range = { /** The first byte. */ from: number; /** The last byte. */ to: number }

function parseRange(header: string, bytes: number): Range | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.replaceAll(' ', '')) ?? []
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
      : { from: Number(first), to: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
  if (last !== '' && first !== '' && Number(last) < Number(first)) return undefined
  return range.from >= bytes || range.to < range.from ? 'beyond' : range
}

async function sendChunks({ handle }: OpenFile, { from, to }: Range, response: ServerResponse): Promise<void> {
  const chunk = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  try {
    for (let at = from; at <= to;) {
      const bytes = await readInto(handle, chunk, { at, maxBytes: Math.min(CHUNK_BYTES, to - at + 1) })
      // The file on the disk was truncated. The browser must not mistake this part for the whole file, so close the
      // connection.
      if (bytes === 0) return void response.destroy()
      at += bytes
      if (!(await writeChunk(response, chunk.subarray(0, bytes)))) return
    }
    response.end()
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    if (spareBuffers.length < MAX_SPARE_BUFFERS) spareBuffers.push(chunk)
  }
}

async function readInto(handle: FileHandle, chunk: Buffer, { at, maxBytes }: { at: number; maxBytes: number }) {
  const { bytesRead } = await handle.read(chunk, 0, maxBytes, at)
  return bytesRead
}

/**
 * Resolves to true when the system has accepted the chunk, or to false if the browser has disconnected. `write` doesn't
 * call back if the connection closes early, or if the response waits behind another one. Without a listener on the
 * connection, the file would stay open forever.
 */
function writeChunk(response: ServerResponse, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const { socket: connection } = response.req
    const settle = (isTaken: boolean) => {
      connection.off('close', gone)
      resolve(isTaken)
    }
    const gone = () => settle(false)
    // The number of listeners is unlimited, because each pipelined request adds one.
    connection.setMaxListeners(0).once('close', gone)
    if (connection.destroyed) gone()
    else response.write(chunk, (error) => settle(!error))
  })
}
