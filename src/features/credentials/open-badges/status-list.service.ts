import type { Deps } from '#platform/deps.ts'
import { runInWorker } from '#platform/worker-thread.ts'
import { AppError } from '#shared/app-error.ts'
import type { signedStatusList as Signing } from './credential-signing.worker.ts'
import { listEndedIndexes, findStatusListState } from './credentials.queries.ts'
import { STATUS_LIST_SIZE, getStatusListUrl, formatTimestamp } from './credentials.rules.ts'
import { getSigner } from './issuer.service.ts'

type StatusListDeps = Pick<Deps, 'db' | 'config' | 'now'>

const signInWorker = runInWorker<typeof Signing>(
  new URL('credential-signing.worker.ts', import.meta.url),
  'signedStatusList',
  'documents',
)

/**
 * Returns a signed status list as JSON, signed only once for each state of the list. Throws `not_found` or
 * `unavailable`.
 */
export function createStatusListReader(): (deps: StatusListDeps, list: number) => Promise<string> {
  const made = new Map<number, { state: string; text: Promise<string> }>()
  return async (deps, list) => {
    const found = await findStatusListState(deps.db, list)
    if (!found) throw new AppError('not_found', 'Status list not found.')
    const signer = await getSigner(deps)
    if (signer.is !== 'ready')
      throw new AppError('unavailable', 'The status list can’t be signed right now. Try again later.', {
        retryAfterSeconds: 60,
      })
    const state = `${found.ended} ${signer.key.publicKey}`
    const known = made.get(list)
    if (known?.state === state) return known.text
    const text = signStatusListVersion(deps, { list, signer, since: found.lastEndedAt ?? signer.since })
    made.set(list, { state, text })
    text.catch(() => made.delete(list))
    return text
  }
}

type StatusListVersion = {
  list: number
  signer: Extract<Awaited<ReturnType<typeof getSigner>>, { is: 'ready' }>
  since: Date
}

async function signStatusListVersion(
  { db, now }: StatusListDeps,
  { list, signer: { host, key }, since }: StatusListVersion,
): Promise<string> {
  const ended = await listEndedIndexes(db, list)
  return signInWorker({
    address: getStatusListUrl(host, list),
    length: STATUS_LIST_SIZE,
    ended,
    validFrom: formatTimestamp(new Date(since)),
    key,
    at: now(),
  })
}
