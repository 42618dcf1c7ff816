import type { Deps } from '#platform/deps.ts'
import { inThread } from '#platform/in-thread.ts'
import { AppError } from '#shared/app-error.ts'
import type { signedStatusList as Signing } from './credential.document.ts'
import { endedPlaces, stateOfList } from './credentials.queries.ts'
import { PLACES, statusListAddress, toSeconds } from './credentials.rules.ts'
import { signerOf } from './issuer.service.ts'

type ListDeps = Pick<Deps, 'db' | 'config' | 'now'>

const sign = inThread<typeof Signing>(
  new URL('credential.document.ts', import.meta.url),
  'signedStatusList',
  'documents',
)

/** Gives a status list as JSON, with its proof: signed once for each of its states. Refuses (`not_found`, `unavailable`). */
export function statusLists(): (deps: ListDeps, list: number) => Promise<string> {
  const made = new Map<number, { state: string; text: Promise<string> }>()
  return async (deps, list) => {
    const found = await stateOfList(deps.db, list)
    if (!found) throw new AppError('not_found', 'There is no such status list.')
    const signer = await signerOf(deps)
    if (signer.is !== 'ready')
      throw new AppError('unavailable', 'The status list can not be signed right now.', { retryAfterSeconds: 60 })
    const state = `${found.ended} ${signer.key.publicKey}`
    const known = made.get(list)
    if (known?.state === state) return known.text
    const text = signed(deps, { list, signer, since: found.lastEndedAt ?? signer.since })
    made.set(list, { state, text })
    text.catch(() => made.delete(list))
    return text
  }
}

type Made = { list: number; signer: Extract<Awaited<ReturnType<typeof signerOf>>, { is: 'ready' }>; since: Date }

async function signed({ db, now }: ListDeps, { list, signer: { host, key }, since }: Made): Promise<string> {
  const ended = await endedPlaces(db, list)
  return sign({
    address: statusListAddress(host, list),
    length: PLACES,
    ended,
    validFrom: toSeconds(new Date(since)),
    key,
    at: now(),
  })
}
