import type { Deps } from '#platform/deps.ts'
import { isUuid } from '#shared/ids.ts'
import type { PermissionDeniedError } from '#shared/policy.ts'
import { recordRefusal } from './audit-log.service.ts'

type RefusalDetails = { refused: PermissionDeniedError; params: unknown }

/**
 * Logs what staff tried to do without permission. Uses a separate transaction, because the transaction of the action
 * was rolled back.
 */
export async function recordRefusedAction(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { refused: { staff, act }, params }: RefusalDetails,
): Promise<void> {
  const [id] = Object.values(typeof params === 'object' ? (params ?? {}) : {}).filter(isIdentifier)
  await db.transaction((tx) =>
    recordRefusal(tx, {
      at: now(),
      kind: 'act.refused',
      by: staff,
      // If no member has this ID, the entry is stored without a name.
      ...(id !== undefined && isUuid(id) && { memberId: id }),
      ...(id !== undefined && { subject: { id } }),
      after: { act, role: staff.kind === 'member' ? staff.role : 'none' },
    }),
  )
}

/** Whether this is an ID, order number, or slug, which can't contain personal text. */
function isIdentifier(param: unknown): param is string {
  return typeof param === 'string' && /^[\w-]{1,64}$/.test(param)
}
