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
  /**
   * What the notification is about, such as `post:…`. A member is notified of each cause only once. If several kinds
   * apply, the first one is kept.
   */
  cause: string
  /**
   * A full sentence. It must not name other members or quote anyone, because it remains when members and posts are
   * deleted.
   */
  words: string
  address: PageAddress
  /**
   * The thread, which the transaction has locked, and the post. Without `number`, this is an event in the thread that
   * comes after all earlier ones of this kind. `counted` is the text that follows "There are 3 ". With it, unread
   * notifications of the same kind and thread are grouped: they are one entry in the list, and they cause one immediate
   * email until the member reads it.
   */
  post?: { threadId: string; number?: number; counted?: string }
  /**
   * The product that it is about. While a member has no access to it, the notification is neither emailed nor listed.
   * Staff have access to all products.
   */
  productId?: string
  /**
   * The recipients: the ID of a member, an array of IDs, or a select that returns IDs, such as `sql\`select member_id
   * from follows where …\``.
   */
  to: Recipients
  except?: string
  /** Whether to send no immediate email. Then the notification waits for the daily one. */
  canWait?: boolean
  now: Date
}

/**
 * Notifies members in their list and, on the schedule that each has chosen, by email. Runs in the transaction that
 * makes the change, in one query for any number of members.
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
  // One millisecond is added to include notifications from exactly this time.
  const before = new Date(now.getTime() + 1).toISOString()
  await jobs.enqueueAll(
    tx,
    sendNotificationEmail,
    toMail.map((memberId) => ({ memberId, kind, due: 'now' as const, before })),
  )
}

/**
 * Withdraws the notifications of a cause that was hidden or deleted, so that no notification links to it and no email
 * mentions it.
 */
export async function withdrawNotifications(db: Executor, cause: string): Promise<void> {
  await deleteNotifications(db, cause)
}

/** Deletes old notifications. The nightly job runs it. */
export async function deleteOldNotifications({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteNotificationsBefore(db, new Date(now().getTime() - NOTIFICATION_RETENTION_MS))
}
