import type { Transaction } from '#db/open-database.ts'
import { stopMessagesAfterRestore } from '#features/learning/messages/messages.public.ts'
import { skipPendingReminders } from '#features/learning/reminders/reminders.public.ts'
import { discardPendingEmails } from '#features/people/notifications/notifications.public.ts'

/** After a restore, ensures that nothing is emailed that was pending, because it may have been emailed since the backup. */
export async function stopPendingEmails(tx: Transaction, restoredAt: Date): Promise<void> {
  await discardPendingEmails(tx)
  await skipPendingReminders(tx, restoredAt)
  await stopMessagesAfterRestore(tx, restoredAt)
}
