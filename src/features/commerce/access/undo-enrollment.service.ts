import { assertActive, recordEventForMembers } from '#features/foundation/audit-log/audit-log.public.ts'
import { SESSION_TOUCH_MS } from '#features/people/accounts/account-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  endUnusedGrants,
  listRetained,
  listRecentEnrollments,
  markUndone,
  type RecentEnrollment,
} from './undo-enrollment.queries.ts'

const UNDO_MS = 60 * 60_000

type UndoDeps = Pick<Deps, 'db' | 'now'>

const getOldest = ({ now }: UndoDeps) => new Date(now().getTime() - UNDO_MS)

/** Lists the enrollments of many people within the last hour, which can be undone. */
export function listEnrollmentsToUndo(deps: UndoDeps): Promise<RecentEnrollment[]> {
  return listRecentEnrollments(deps.db, getOldest(deps))
}

/**
 * Ends the access from an enrollment within the last hour, except for members who have used the academy since;
 * `retained` lists their email addresses. Emails that were not sent yet are not sent. Accounts stay. Throws `conflict`.
 */
export async function undoEnrollment(
  deps: UndoDeps,
  { enrollmentId, by }: { enrollmentId: string; by: Staff },
): Promise<{ title: string; ended: number; retained: string[] }> {
  if (!hasPermission(by, 'bulk enroll')) throw permissionDeniedError(by, 'bulk enroll')
  return deps.db.transaction(async (tx) => {
    // Staff are locked before members.
    await assertActive(tx, by)
    const now = deps.now()
    const undone = await markUndone(tx, enrollmentId, { since: getOldest(deps), now })
    if (!undone)
      throw new AppError('conflict', 'This enrollment can’t be undone anymore. Revoke access member by member.')
    const { slug, title, createdAt } = undone
    // A session's last use is stored only now and then.
    const usedSince = new Date(createdAt.getTime() - SESSION_TOUCH_MS)
    const memberIds = await endUnusedGrants(tx, { enrollmentId, usedSince, now })
    const subject = { id: slug, name: title }
    await recordEventForMembers(tx, { at: now, kind: 'grant.revoked', by, memberIds, subject })
    return { title, ended: memberIds.length, retained: await listRetained(tx, enrollmentId) }
  })
}
