import type { Deps } from '#platform/deps.ts'
import { isUuid } from '#shared/ids.ts'
import type { PermissionDeniedError } from '#shared/policy.ts'
import { recordRefusal } from './audit-log.service.ts'

type RefusalDetails = { refused: PermissionDeniedError; params: unknown }

/** Tells the log what staff tried and may not do, in a transaction of its own: that of the deed is undone by then. */
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
      // Where it is nobody's id, no name is found to be kept with it.
      ...(id !== undefined && isUuid(id) && { memberId: id }),
      ...(id !== undefined && { subject: { id } }),
      after: { act, role: staff.kind === 'member' ? staff.role : 'none' },
    }),
  )
}

/** An id, an order number or a product's address: nothing that somebody wrote of himself. */
function isIdentifier(param: unknown): param is string {
  return typeof param === 'string' && /^[\w-]{1,64}$/.test(param)
}
