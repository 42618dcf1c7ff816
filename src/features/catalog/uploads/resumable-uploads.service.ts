import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DataStore, ERRORS, Server, Upload } from '@tus/server'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { STATUS } from '#platform/http/errors.ts'
import { AppError } from '#shared/app-error.ts'
import { createStagedFile, removeStagedFile, getStagedSize, getStagedPath } from './staging.service.ts'
import { deleteUpload, findUploadById } from './uploads.queries.ts'
import { UPLOAD_IN_USE_MESSAGE, isUploadPurpose } from './uploads.rules.ts'
import { createUpload, uploadNotFoundError } from './uploads.service.ts'
import type { Writers } from './writers.service.ts'

type TusDeps = Pick<Deps, 'db' | 'files' | 'config' | 'now' | 'log'>

const sender = new AsyncLocalStorage<Caller>()

/**
 * Implements the tus protocol 1.0 with `creation` and `termination`. A library interprets the headers. The academy's
 * own code handles storage, offsets, and permissions.
 */
export function createTusServer(deps: TusDeps, { path, writers }: { path: string; writers: Writers }) {
  const server = new Server({
    path,
    relativeLocation: true,
    // The URL ends with a slash, like those of all endpoints.
    generateUrl: (_request, { id }) => `${path}/${id}/`,
    getFileIdFromRequest: (request) => /\/([0-9a-f-]{36})\/?$/.exec(new URL(request.url).pathname)?.[1],
    namingFunction: () => randomUUID(),
    allowedOrigins: [],
    datastore: new Staging(deps),
    locker: (request) => ({
      newLock: (id) => {
        let stop: (() => Promise<void>) | undefined
        return {
          async lock(_signal, giveUp) {
            // A new upload needs no lock, because no other client can be writing to it.
            if (request.method === 'POST') return
            const caller = sender.getStore()
            const by = { memberId: caller?.id ?? '', role: caller?.role ?? 'learner' } as const
            const writing = await writers.begin({ id, by }, () => void giveUp())
            if (!writing) throw { status_code: 423, body: UPLOAD_IN_USE_MESSAGE }
            stop = writing.stop
          },
          unlock: async () => stop?.(),
        }
      },
    }),
    // Gives an earlier request a moment to save what it has received.
    lockDrainTimeout: 100,
    async onUploadCreate(_request, { id, size, metadata }) {
      const caller = sender.getStore()
      if (!caller || size === undefined) throw uploadNotFoundError()
      const { name, use } = { name: metadata?.['filename'] ?? '', use: metadata?.['use'] ?? '' }
      if (!isUploadPurpose(use)) throw new AppError('invalid', 'The purpose of the file is missing.')
      await createUpload(deps, caller, { id, name, use, bytes: size })
      return {}
    },
    onResponseError(_request, error) {
      if (!(error instanceof Error)) return { status_code: error.status_code, body: asJson('invalid', error.body) }
      if (error instanceof AppError) return { status_code: STATUS[error.code], body: asJson(error.code, error.message) }
      deps.log.error({ err: error }, 'an upload failed')
      return { status_code: 500, body: asJson('internal', 'Something went wrong. Try again.') }
    },
  })
  return (caller: Caller, request: IncomingMessage, reply: ServerResponse): Promise<void> =>
    sender.run(caller, () => server.handle(request, reply))
}

function asJson(code: string, message: string): string {
  return JSON.stringify({ code, message: message.trim() })
}

class Staging extends DataStore {
  override extensions = ['creation', 'termination']
  readonly #deps: TusDeps

  constructor(deps: TusDeps) {
    super()
    this.#deps = deps
  }

  override async create(upload: Upload): Promise<Upload> {
    await createStagedFile(getStagedPath(this.#deps.config, upload.id))
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { db, config } = this.#deps
    const found = await findUploadById(db, id)
    if (!found) throw ERRORS.FILE_NOT_FOUND
    const isDone = found.fileId !== null || found.refusal !== null
    // Received bytes are missing, because the disk was replaced or the computer lost power.
    if (!isDone && ((await getStagedSize(getStagedPath(config, id))) ?? -1) < found.received) {
      await deleteUpload(db, id)
      throw ERRORS.FILE_NO_LONGER_EXISTS
    }
    return new Upload({ id, size: found.bytes, offset: found.received })
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(this.#deps.db, id)
    await removeStagedFile(this.#deps.config, id)
  }
}
