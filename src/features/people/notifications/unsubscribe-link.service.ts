import type { Deps } from '#platform/deps.ts'
import { seal, SealBroken, unseal } from '#platform/sealing.ts'
import { isUuid } from '#shared/ids.ts'
import { pageAddress } from '#shared/pages.ts'
import { isNoticeKind, type NoticeKind } from './notifications.rules.ts'

type Left = { memberId: string; kind: NoticeKind }

const sealing = ({ config }: Pick<Deps, 'config'>) => ({ config, purpose: 'leaving a kind of mails', owner: '' })

/**
 * Where a member leaves a kind of mails: nothing is stored for it, it tells strangers nothing, and it is good as long as the account and
 * the academy's secret.
 */
export function leaveAddress(deps: Pick<Deps, 'config'>, { memberId, kind }: Left): string {
  const token = seal(sealing(deps), `${memberId} ${kind}`)
  return deps.config.publicUrl + pageAddress('/Leave/:token', { token })
}

/** Whose it is and what it leaves; undefined where it is none of ours. */
export function readLeaveToken(deps: Pick<Deps, 'config'>, token: string): Left | undefined {
  try {
    const [memberId = '', kind = ''] = unseal(sealing(deps), token).split(' ')
    return isUuid(memberId) && isNoticeKind(kind) ? { memberId, kind } : undefined
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
