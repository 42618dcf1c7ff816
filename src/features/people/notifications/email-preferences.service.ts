import type { Executor, Transaction } from '#db/open-database.ts'
import { deleteComplaint } from '#features/foundation/suppressions/suppressions.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Role } from '#shared/policy.ts'
import { saveChoice, listDeliveryChoices, resubscribe } from './email-preferences.queries.ts'
import { sendNotificationEmail } from './notifications.queues.ts'
import {
  describeChoice,
  type Delivery,
  describeDelivery,
  EMAILED_NOTIFICATION_KINDS,
  type EmailedNotificationKind,
  EMAIL_KIND_NAMES,
  type EmailKind,
  EMAIL_KINDS,
  getDefaultDelivery,
} from './notifications.rules.ts'

/**
 * Lists every kind of email that this member may get, with its schedule. `delivery` is null for kinds that can only be
 * on or off.
 */
export async function getEmailKinds({ db }: Pick<Deps, 'db'>, { id, role }: { id: string; role: Role }) {
  const chosen = await listDeliveryChoices(db, id)
  return EMAIL_KIND_NAMES.filter((kind) => role !== 'learner' || !('isForStaff' in EMAIL_KINDS[kind])).map((kind) => {
    const { label, text } = EMAIL_KINDS[kind]
    const delivery = chosen.get(kind) ?? getDefaultDelivery(kind)
    const isMailed = EMAILED_NOTIFICATION_KINDS.some((each) => each === kind)
    return { kind, label, text, isOn: delivery !== 'never', delivery: isMailed ? delivery : null }
  })
}

/** Sets when notifications of a kind are emailed. Returns the new setting as a sentence. */
export async function setDelivery(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  memberId: string,
  { kind, delivery }: { kind: EmailedNotificationKind; delivery: Delivery },
): Promise<string> {
  const at = now()
  await db.transaction(async (tx) => {
    await saveChoice(tx, { memberId, kind, delivery, now: at })
    if (delivery !== 'never') await deleteComplaint(tx, memberId)
    // Notifications that were waiting for a daily or weekly email are sent immediately.
    const before = new Date(at.getTime() + 1).toISOString()
    if (delivery === 'now')
      await jobs.enqueueAll(tx, sendNotificationEmail, [{ memberId, kind, due: delivery, before }])
  })
  return describeDelivery(kind, delivery)
}

type Choice = { kind: EmailKind; isOn: boolean }

/** Turns a kind of email on or off. Returns the new setting as a sentence. */
export async function saveEmailPreference(
  deps: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  choice: Choice,
): Promise<string> {
  return storeChoice(deps.db, { memberId, ...choice, now: deps.now() })
}

/** After a complaint: turns off every kind, until the member turns one on again. */
export async function turnOffAllEmails(tx: Transaction, memberId: string, now: Date): Promise<void> {
  for (const kind of EMAIL_KIND_NAMES) await saveChoice(tx, { memberId, kind, delivery: 'never', now })
}

/** Stores the choice. Returns the new setting as a sentence. */
export async function storeChoice(db: Executor, choice: Choice & { memberId: string; now: Date }): Promise<string> {
  if (choice.isOn) {
    await resubscribe(db, choice)
    await deleteComplaint(db, choice.memberId)
  } else await saveChoice(db, { ...choice, delivery: 'never' })
  return describeChoice(choice.kind, choice.isOn)
}
