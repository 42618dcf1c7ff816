import type { Executor } from '#db/open.ts'
import { throttle, throttleAddress } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Role } from '#shared/policy.ts'
import { readLeaveToken } from './unsubscribe-link.service.ts'
import { holdMember, keepChoice, listChosen, takeAgain } from './notifications.queries.ts'
import { mailNotices } from './notifications.queues.ts'
import {
  CHANGES_BY_LINK,
  chosenInWords,
  DEAD_LINKS_PER_ADDRESS,
  type Delivery,
  deliveryInWords,
  MAILED_KINDS,
  type MailedKind,
  NOTICE_KINDS,
  type NoticeKind,
  NOTICES,
  usualDelivery,
} from './notifications.rules.ts'

/** Every kind of mails that this member may get, and when; `delivery` is null where there is only on and off. */
export async function mailKindsOf({ db }: Pick<Deps, 'db'>, { id, role }: { id: string; role: Role }) {
  const chosen = await listChosen(db, id)
  return NOTICE_KINDS.filter((kind) => role !== 'learner' || !('isForStaff' in NOTICES[kind])).map((kind) => {
    const { label, text } = NOTICES[kind]
    const delivery = chosen.get(kind) ?? usualDelivery(kind)
    const isMailed = MAILED_KINDS.some((each) => each === kind)
    return { kind, label, text, isOn: delivery !== 'never', delivery: isMailed ? delivery : null }
  })
}

/** When a member gets what is told at the bell by mail, too. Returns what is so from now on, in words. */
export async function chooseDelivery(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  memberId: string,
  { kind, delivery }: { kind: MailedKind; delivery: Delivery },
): Promise<string> {
  const at = now()
  await db.transaction(async (tx) => {
    await keepChoice(tx, { memberId, kind, delivery, now: at })
    // What waits for a letter of the day or the week is in one at once.
    const before = new Date(at.getTime() + 1).toISOString()
    if (delivery === 'now') await jobs.enqueueAll(tx, mailNotices, [{ memberId, kind, due: delivery, before }])
  })
  return deliveryInWords(kind, delivery)
}

type Choice = { kind: NoticeKind; isOn: boolean }

/** Returns what is so from now on, in words. */
export async function choose(deps: Pick<Deps, 'db' | 'now'>, memberId: string, choice: Choice): Promise<string> {
  return store(deps.db, { memberId, ...choice, now: deps.now() })
}

type ByLink = { token: string; isOn: boolean; address: string }

/** The same by a mailed link, without a login. A link of an account that is gone is told as one that never was. Refuses (`invalid`, `too_many_requests`). */
export async function chooseByToken(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { token, isOn, address }: ByLink,
): Promise<string> {
  const { db, now } = deps
  const link = readLeaveToken(deps, token)
  if (!link) {
    await throttleAddress(deps, db, DEAD_LINKS_PER_ADDRESS, address)
    throw noSuchLink()
  }
  await throttle(deps, db, CHANGES_BY_LINK, link.memberId)
  return db.transaction(async (tx) => {
    if (!(await holdMember(tx, link.memberId))) throw noSuchLink()
    return store(tx, { ...link, isOn, now: now() })
  })
}

async function store(db: Executor, choice: Choice & { memberId: string; now: Date }): Promise<string> {
  await (choice.isOn ? takeAgain(db, choice) : keepChoice(db, { ...choice, delivery: 'never' }))
  return chosenInWords(choice.kind, choice.isOn)
}

function noSuchLink(): AppError {
  return new AppError('invalid', 'This link is not complete, or its account does not exist any more.')
}
