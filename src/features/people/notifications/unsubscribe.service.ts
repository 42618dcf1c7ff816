import type { Deps } from '#platform/deps.ts'
import { encrypt, DecryptionError, decrypt } from '#platform/encryption.ts'
import { isUuid } from '#shared/ids.ts'
import { pageAddress } from '#shared/pages.ts'
import { isEmailKind, type EmailKind } from './notifications.rules.ts'

type UnsubscribeTarget = { memberId: string; kind: EmailKind }

const sealing = ({ config }: Pick<Deps, 'config'>) => ({ config, purpose: 'leaving a kind of mails', owner: '' })

/**
 * Where a member leaves a kind of mails: nothing is stored for it, it tells strangers nothing, and it is good as long as the account and
 * the academy's secret.
 */
export function createUnsubscribeAddress(deps: Pick<Deps, 'config'>, { memberId, kind }: UnsubscribeTarget): string {
  const token = encrypt(sealing(deps), `${memberId} ${kind}`)
  return deps.config.publicUrl + pageAddress('/Leave/:token', { token })
}

/** Whose it is and what it leaves; undefined where it is none of ours. */
export function parseUnsubscribeToken(deps: Pick<Deps, 'config'>, token: string): UnsubscribeTarget | undefined {
  try {
    const [memberId = '', kind = ''] = decrypt(sealing(deps), token).split(' ')
    return isUuid(memberId) && isEmailKind(kind) ? { memberId, kind } : undefined
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}
