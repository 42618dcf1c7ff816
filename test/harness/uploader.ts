import type { FastifyInstance } from 'fastify'

type Sending = { name: string; use: string; content: Uint8Array; chunkBytes?: number }

/** Sends files by the tus protocol, as a browser does. Each call is one request over a real connection. */
export function createUploader(url: string, token: string | undefined) {
  const headers = { 'tus-resumable': '1.0.0', ...(token !== undefined && { authorization: `Token ${token}` }) }
  const at = `${url}/Academy/api/studio/uploads/`

  async function begin({ name, use, bytes }: { name: string; use: string; bytes: number }): Promise<Response> {
    const coded = (text: string) => Buffer.from(text).toString('base64')
    return fetch(at, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes),
        'upload-metadata': `filename ${coded(name)},use ${coded(use)}`,
      },
    })
  }
  const sendChunk = (id: string, offset: number, content: Uint8Array, more: Record<string, string> = {}) =>
    fetch(`${at}${id}/`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...more,
      },
      body: content as Uint8Array<ArrayBuffer>,
    })
  const look = (id: string) => fetch(`${at}${id}/`, { method: 'HEAD', headers })
  const call = async (method: 'GET' | 'POST', address: string) => {
    const reply = await fetch(new URL(address, at), {
      method,
      headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: '{}' }),
    })
    return { status: reply.status, body: JSON.parse(await reply.text()) as ReturnType<typeof JSON.parse> }
  }
  async function finish(id: string) {
    for (;;) {
      const reply = await call('POST', `${id}/finish/`)
      if (reply.body.state !== 'checking') return reply
    }
  }
  return {
    begin,
    sendChunk,
    look,
    call,
    finish,
    /** The URL where this member can view an uploaded file. */
    address: (fileId: string) => call('POST', `../files/${fileId}/address/`),
    cancel: (id: string) => fetch(`${at}${id}/`, { method: 'DELETE', headers }),
    /** Sends the whole file, in chunks. */
    async send({ name, use, content, chunkBytes = 8 * 1024 ** 2 }: Sending) {
      const begun = await begin({ name, use, bytes: content.byteLength })
      if (begun.status !== 201) return { status: begun.status, body: JSON.parse(await begun.text()) }
      const id = getUploadId(begun)
      for (let from = 0; from < content.byteLength; from += chunkBytes) {
        const reply = await sendChunk(id, from, content.subarray(from, from + chunkBytes))
        if (reply.status !== 204) return { status: reply.status, body: JSON.parse(await reply.text()) }
      }
      return finish(id)
    },
  }
}

export function getUploadId(begun: Response): string {
  const id = /\/([0-9a-f-]{36})\/$/.exec(begun.headers.get('location') ?? '')?.[1]
  if (id === undefined) throw new Error('No upload was begun')
  return id
}

/** The URL at which a test's academy listens. */
export function getListeningUrl(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}
