import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { lazy } from '#platform/lazy.ts'
import { createUploadFinisher, type UploadedFile } from './finish-upload.service.ts'
import { receiveChunk } from './chunks.service.ts'
import type { createTusServer } from './resumable-uploads.service.ts'
import { compareUpload, finishUpload, listUploads } from './uploads.contract.ts'
import { MAX_CHUNK_BYTES } from './uploads.rules.ts'
import { computeDigests, uploadNotFoundError, getOwnUpload, listUnfinishedUploads } from './uploads.service.ts'
import { type Writers, createWriters as writersOf } from './writers.service.ts'

const PATH = '/Academy/api/studio/uploads'

const tus = lazy(() => import('./resumable-uploads.service.ts'))

export function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  const writers = writersOf(deps)
  const finish = createUploadFinisher(deps, writers)

  // An orderly shutdown waits for this, so that no acknowledged bytes are lost.
  app.addHook('onClose', writers.atRest)

  registerEndpoint(app, listUploads, async ({ member }) => {
    await writers.atRest()
    const uploads = await listUnfinishedUploads(deps, member)
    return { uploads: uploads.map(({ id, use, name, bytes, received }) => ({ id, use, name, bytes, received })) }
  })
  registerEndpoint(app, compareUpload, async ({ params: { id, from }, member }) => ({
    pieces: await computeDigests(deps, member, { id, from: Number(from) }),
  }))
  registerEndpoint(app, finishUpload, async ({ params: { id }, member }) => {
    const outcome = await finish(member, id)
    if (outcome === undefined) return { state: 'checking' as const, file: null, wrong: null, mistakes: [] }
    if ('wrong' in outcome)
      return { state: 'refused' as const, file: null, wrong: outcome.wrong, mistakes: outcome.mistakes ?? [] }
    return { state: 'stored' as const, file: toUpload(outcome.file), wrong: null, mistakes: [] }
  })
  let server: ReturnType<typeof createTusServer> | undefined
  const handle: Tus['handle'] = async (...given) => {
    server ??= (await tus()).createTusServer(deps, { path: PATH, writers })
    return server(...given)
  }
  tusRoutes(app, { handle, writers, deps })
}

function toUpload({ contentType, warnings, ...file }: UploadedFile) {
  return { ...file, content_type: contentType, ...(warnings.length > 0 && { warnings }) }
}

type Tus = { handle: ReturnType<typeof createTusServer>; writers: Writers; deps: Deps }

function tusRoutes(app: FastifyInstance, { handle, writers, deps }: Tus): void {
  void app.register(async (scope) => {
    // Leaves the request body on the connection as a stream. A body with another content type would be read into memory
    // as a whole.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null))
    const options = {
      config: { access: { may: 'upload files' } },
      schema: { hide: true },
      bodyLimit: MAX_CHUNK_BYTES,
      compress: false,
    } as const
    scope.post(`${PATH}/`, options, async (request, reply) => toTus(handle, request, reply))
    scope.patch<{ Params: { id: string } }>(`${PATH}/:id/`, options, async (request, reply) => {
      const { raw, params, headers } = request
      const at = await receiveChunk({ ...deps, writers }, getCaller(request), { id: params.id, headers, body: raw })
      // If a newer request took over, the rest of the body may still be arriving.
      if (!raw.complete) void reply.header('connection', 'close')
      return reply
        .code(204)
        .headers({ 'tus-resumable': '1.0.0', 'upload-offset': at, 'cache-control': 'no-store' })
        .send()
    })
    for (const method of ['HEAD', 'DELETE'] as const)
      scope.route<{ Params: { id: string } }>({
        ...options,
        method,
        url: `${PATH}/:id/`,
        handler: async (request, reply) => {
          await getOwnUpload(deps, getCaller(request), request.params.id)
          return toTus(handle, request, reply)
        },
      })
  })
}

function getCaller({ caller }: FastifyRequest): Caller {
  if (!caller) throw uploadNotFoundError()
  return caller
}

/** Lets the tus service write the response itself, with the headers that all responses have. */
async function toTus(handle: Tus['handle'], request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const caller = getCaller(request)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.setHeader('cache-control', 'no-store')
  await handle(caller, request.raw, reply.raw)
}
