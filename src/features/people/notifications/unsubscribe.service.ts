import { enforceAddressRateLimit, enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { encrypt, DecryptionError, decrypt } from '#platform/encryption.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { pageAddress } from '#shared/pages.ts'
import { lockMemberRow } from './email-preferences.queries.ts'
import { storeChoice } from './email-preferences.service.ts'
import { CHANGES_BY_LINK, DEAD_LINKS_PER_ADDRESS, type EmailKind, isEmailKind } from './notifications.rules.ts'

type UnsubscribeTarget = { memberId: string; kind: EmailKind }

const sealing = ({ config }: Pick<Deps, 'config'>) => ({ config, purpose: 'leaving a kind of mails', owner: '' })

/**
 * Returns the unsubscribe URL for a kind of email. Its token is encrypted, and nothing is stored. It is valid as long
 * as the account exists and the app secret remains the same.
 */
export function createUnsubscribeAddress(deps: Pick<Deps, 'config'>, { memberId, kind }: UnsubscribeTarget): string {
  const token = encrypt(sealing(deps), `${memberId} ${kind}`)
  return deps.config.publicUrl + pageAddress('/Leave/:token', { token })
}

function parseUnsubscribeToken(deps: Pick<Deps, 'config'>, token: string): UnsubscribeTarget | undefined {
  try {
    const [memberId = '', kind = ''] = decrypt(sealing(deps), token).split(' ')
    return isUuid(memberId) && isEmailKind(kind) ? { memberId, kind } : undefined
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

type LinkChoice = { token: string; isOn: boolean; address: string }

/**
 * Turns a kind of email off or on with an emailed link, without a login. For the link of an erased account, the
 * response is the same as for an invalid link. Throws `invalid` or `too_many_requests`.
 */
export async function setEmailPreferenceByToken(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { token, isOn, address }: LinkChoice,
): Promise<string> {
  const { db, now } = deps
  const link = parseUnsubscribeToken(deps, token)
  if (!link) {
    await enforceAddressRateLimit(deps, db, DEAD_LINKS_PER_ADDRESS, address)
    throw linkNotFoundError()
  }
  await enforceRateLimit(deps, db, CHANGES_BY_LINK, link.memberId)
  return db.transaction(async (tx) => {
    if (!(await lockMemberRow(tx, link.memberId))) throw linkNotFoundError()
    return storeChoice(tx, { ...link, isOn, now: now() })
  })
}

function linkNotFoundError(): AppError {
  return new AppError(
    'invalid',
    'This link is incomplete, or its account no longer exists. Open it again from the email.',
  )
}
