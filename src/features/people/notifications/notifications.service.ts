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
  /** The subject, `post:…`: a member is notified of it once. When several kinds fit, the first one stays. */
  cause: string
  /** A full sentence. It names no other member and quotes no one, since it outlives members and posts. */
  words: string
  address: PageAddress
  /**
   * The thread, locked by the transaction, and the post; without `number`, an event about the thread after all earlier
   * ones of the kind. With `counted`, the words after "There are 3 ", it groups with unread notifications of the same
   * kind and thread: one entry in the list, and one immediate email until the member looks.
   */
  post?: { threadId: string; number?: number; counted?: string }
  /** The product. While a member lacks access, they get no email and it is not listed. Staff have access to all. */
  productId?: string
  /** A member's id, several, or a select of ids: `sql\`select member_id from follows where …\``. */
  to: Recipients
  except?: string
  /** Sends no immediate email: it waits for the daily one. */
  canWait?: boolean
  now: Date
}

/**
 * Notifies members in the transaction that causes it: at the bell and by email as each has chosen. One statement for
 * any number of members.
 */
export async function notify(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { productId, except, post, canWait = false, ...notification }: NotificationContent,
): Promise<void> {
  const { kind, now } = notification
  const toMail = await insertNotifications(tx, {
    ...notification,
    productId,
    except,
    canWait,
    post: post && { ...post, number: post.number, counted: post.counted },
    usual: DEFAULT_DELIVERIES[kind],
  })
  // Includes notifications of this very instant.
  const before = new Date(now.getTime() + 1).toISOString()
  await jobs.enqueueAll(
    tx,
    sendNotificationEmail,
    toMail.map((memberId) => ({ memberId, kind, due: 'now' as const, before })),
  )
}

/**
 * Withdraws the notifications of a cause that was hidden or deleted, so that none links to it and no email mentions it.
 */
export async function withdrawNotifications(db: Executor, cause: string): Promise<void> {
  await deleteNotifications(db, cause)
}

/** The nightly job. */
export async function deleteOldNotifications({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteNotificationsBefore(db, new Date(now().getTime() - NOTIFICATION_RETENTION_MS))
}
