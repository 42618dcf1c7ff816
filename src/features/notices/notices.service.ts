import type { Executor } from '#db/open.ts'
import { throttle, throttleAddress } from '#features/throttling/throttling.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { readLeaveToken } from './leave-link.service.ts'
import { holdMember, leave, listLeft, takeAgain } from './notices.queries.ts'
import {
  CHANGES_BY_LINK,
  chosenInWords,
  DEAD_LINKS_PER_ADDRESS,
  NOTICE_KINDS,
  type NoticeKind,
  NOTICES,
} from './notices.rules.ts'

/** Every kind of mails that can be left, and whether this member gets it. */
export async function mailKindsOf({ db }: Pick<Deps, 'db'>, memberId: string) {
  const left = await listLeft(db, memberId)
  return NOTICE_KINDS.map((kind) => ({ kind, ...NOTICES[kind], isOn: !left.includes(kind) }))
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
  await (choice.isOn ? takeAgain(db, choice) : leave(db, choice))
  return chosenInWords(choice.kind, choice.isOn)
}

function noSuchLink(): AppError {
  return new AppError('invalid', 'This link is not complete, or its account does not exist any more.')
}
