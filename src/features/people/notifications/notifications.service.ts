import type { Executor, Transaction } from '#db/open-database.ts'
import type { PageAddress } from '#shared/pages.ts'
import type { Deps } from '#platform/deps.ts'
import { sendNotificationEmail } from './notifications.queues.ts'
import { NOTIFICATION_RETENTION_MS, type NotificationKind, DEFAULT_DELIVERIES } from './notifications.rules.ts'
import {
  deleteNotifications,
  deleteNotificationsBefore,
  insertNotifications,
  type Recipients,
} from './notifications.queries.ts'

export type NotificationContent = {
  kind: NotificationKind
  /** What it tells of, `post:…`: a member is told of it once. Of several kinds that fit, the one that is told first stays. */
  cause: string
  /** A whole sentence. It names no other member and repeats nothing that one of them wrote, since it outlives both. */
  words: string
  address: PageAddress
  /**
   * Of which thread it tells, which the transaction has locked, and which of its posts; without `number` of something that came up about one of them,
   * after all that was told of the same kind before. With `counted`, what stands behind "There are 3 ", it is told together with what a member has
   * not read of the same kind and thread: one in the list, and one mail at once until he has looked.
   */
  post?: { threadId: string; number?: number; counted?: string }
  /** Of which product it is: while that is closed to a member he gets no mail of it, and it stands in no list. To staff all are open. */
  productId?: string
  /** A member's id, some, or a select of ids: `sql\`select member_id from follows where …\``. */
  to: Recipients
  /** Who caused it. */
  except?: string
  now: Date
}

/** Tells members, in the transaction that causes it: at the bell, and by mail as each has chosen. One statement, however many they are. */
export async function notify(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { productId, except, post, ...told }: NotificationContent,
): Promise<void> {
  const { kind, now } = told
  const toMail = await insertNotifications(tx, {
    ...told,
    productId,
    except,
    post: post && { ...post, number: post.number, counted: post.counted },
    usual: DEFAULT_DELIVERIES[kind],
  })
  // What is told at this very instant is in it.
  const before = new Date(now.getTime() + 1).toISOString()
  await jobs.enqueueAll(
    tx,
    sendNotificationEmail,
    toMail.map((memberId) => ({ memberId, kind, due: 'now' as const, before })),
  )
}

/** Takes back what was told of a cause, since it is hidden or gone: nobody is led there, and no mail tells of it any more. */
export async function withdrawNotifications(db: Executor, cause: string): Promise<void> {
  await deleteNotifications(db, cause)
}

/** The job of each night. */
export async function deleteOldNotifications({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteNotificationsBefore(db, new Date(now().getTime() - NOTIFICATION_RETENTION_MS))
}
