import type { FastifyInstance } from 'fastify'
import { lockAccount, sendVerificationAgain, unlockAccount } from '#features/accounts/accounts.public.ts'
import { sendCertificateAgain } from '#features/certificates/certificates.public.ts'
import {
  accountStateInWords,
  factorsInWords,
  type FoundMember,
  lookUpMembers,
  memberById,
  memberPage,
  nameOf,
} from '#features/lookup/lookup.public.ts'
import { resultInWords } from '#features/mails/mails.public.ts'
import { type FoundOrder, searchOrders, sendReceiptAgain, stateInWords } from '#features/orders/orders.public.ts'
import { grantProduct, productsNotHeldBy, revokeGrant } from '#features/ownership/ownership.public.ts'
import { refundInWords, refundOrder } from '#features/purchases/purchases.public.ts'
import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { serve } from '#platform/http/serve.ts'
import { AppError } from '#shared/app-error.ts'
import { minuteOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { cents, centsIn, decimalOf } from '#shared/money.ts'
import { may, type Staff } from '#shared/policy.ts'
import { findOrders, mailReceiptAgain, refundAnOrder } from './orders.contract.ts'
import {
  findPeople,
  giveAccess,
  lockMember,
  mailCertificateAgain,
  mailVerificationAgain,
  readPerson,
  takeAccessBack,
  unlockMember,
} from './people.contract.ts'

const SCREENFUL = 20

export function studioRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, findOrders, async ({ body: { words, state, after } }) => {
    const { timeZone } = await readSite(deps.db)
    const { orders, isMore } = await searchOrders(deps, {
      words: words.split(/\s+/).filter(Boolean),
      state: state ?? undefined,
      after: after ?? undefined,
      limit: SCREENFUL,
    })
    return { orders: orders.map((order) => shownOrder(order, timeZone)), is_more: isMore }
  })
  serve(app, refundAnOrder, async ({ params: { orderNumber }, body: { amount, why, times }, member }) => {
    const { timeZone } = await readSite(deps.db)
    const refund = await refundOrder(deps, {
      orderNumber,
      by: staffOf(member),
      amount: amount === null ? undefined : centsIn(amount),
      why,
      times,
    })
    const { text, isDone, nextTimes = null } = refundInWords(refund, timeZone)
    const order = await orderAsItIs(deps, orderNumber)
    return {
      message: text,
      is_done: isDone,
      next_times: nextTimes,
      order: order ? shownOrder(order, timeZone) : null,
    }
  })
  serve(app, mailReceiptAgain, async ({ params, member }) => {
    const { address } = await sendReceiptAgain(deps, { ...params, by: staffOf(member) })
    return { message: mailed('The receipt', address) }
  })
  serve(app, findPeople, async ({ body: { words } }) => {
    const { timeZone } = await readSite(deps.db)
    const { members, isMore } = await lookUpMembers(deps, words.trim(), SCREENFUL)
    return { members: members.map((member) => shownMember(member, timeZone)), is_more: isMore }
  })
  serve(app, readPerson, ({ params: { id }, member }) => personFor(deps, id, staffOf(member)))
  serve(app, mailVerificationAgain, async ({ params: { id }, member }) => {
    const { address } = await sendVerificationAgain(deps, { memberId: id, by: staffOf(member) })
    return { message: mailed('A new link', address) }
  })
  serve(app, mailCertificateAgain, async ({ params: { id }, member }) => {
    const { address, courseName } = await sendCertificateAgain(deps, { id, by: staffOf(member) })
    return { message: mailed(`The certificate for ${courseName}`, address) }
  })
  serve(app, lockMember, async ({ params: { id }, body: { why }, member }) => {
    await lockAccount(deps, { memberId: id, because: why, by: staffOf(member) })
    return { message: 'The account is locked. Nobody is in it any more.' }
  })
  serve(app, unlockMember, async ({ params: { id }, member }) => {
    await unlockAccount(deps, { memberId: id, by: staffOf(member) })
    return { message: 'The account is open again.' }
  })
  serve(app, giveAccess, async ({ params: { id }, body: { product, why }, member }) => {
    const given = await grantProduct(deps, { memberId: id, slug: product, reason: why, by: staffOf(member) })
    if (given === 'no_product') throw new AppError('not_found', 'There is no such product any more.')
    return { message: given === 'granted' ? 'The member has it now.' : 'The member was given it before, and has it.' }
  })
  serve(app, takeAccessBack, async ({ params: { id }, body: { product }, member }) => {
    if (!(await revokeGrant(deps, { memberId: id, slug: product, by: staffOf(member) })))
      throw new AppError('not_found', 'There is nothing to take back: somebody has done it already.')
    return { message: 'It is taken back. What was paid for stays.' }
  })
}

/** Undefined where it can't be read: money has gone by now, and no trouble of ours may hide that. */
async function orderAsItIs(deps: Deps, orderNumber: string): Promise<FoundOrder | undefined> {
  try {
    return (await searchOrders(deps, { words: [orderNumber], state: 'any', limit: 1 })).orders[0]
  } catch (error) {
    deps.log.warn({ err: error, orderNumber }, 'an order could not be read after a refund')
    return undefined
  }
}

function staffOf({ id: memberId, role }: Caller): Staff {
  return { kind: 'member', memberId, role }
}

function mailed(what: string, address: string): string {
  return `${what} will be mailed to ${address} within a minute.`
}

type ShownOrder = ReplyOf<typeof findOrders>['orders'][number]

function shownOrder(order: FoundOrder, timeZone: string): ShownOrder {
  const { totalCents, backCents, state, payment } = order
  const wasPaid = state === 'paid' || state === 'refunded' || state === 'disputed'
  const isRefundable = state === 'paid' && payment !== null && totalCents > backCents
  return {
    order_number: order.orderNumber,
    date: minuteOf(order.at, timeZone),
    item: order.itemName || order.slug,
    kind: order.kind,
    state: stateInWords(order),
    total: decimalOf(cents(totalCents)),
    left: decimalOf(cents(isRefundable ? totalCents - backCents : 0)),
    coupon: order.coupon,
    is_test: order.isLive === false,
    has_receipt: wasPaid && !order.isErased,
    buyer: order.isErased
      ? null
      : { id: order.memberId, name: order.name, username: order.username, email: order.email },
  }
}

function shownMember(member: FoundMember, timeZone: string): ReplyOf<typeof findPeople>['members'][number] {
  const { id, username, email, role, createdAt } = member
  return {
    id,
    name: nameOf(member),
    username,
    email,
    role,
    since: minuteOf(createdAt, timeZone).slice(0, 10),
    state: accountStateInWords(member, timeZone),
  }
}

async function personFor(deps: Deps, id: string, by: Staff): Promise<ReplyOf<typeof readPerson>> {
  const found = await memberById(deps, id)
  const { timeZone } = await readSite(deps.db)
  const time = (instant: Date) => minuteOf(instant, timeZone)
  const { account, factors, sessions, orders, isMore, grants, courses, examinations, mails } = await memberPage(
    deps,
    found,
  )
  const act = account.lockedAt ? 'unlock account' : 'lock account'
  return {
    ...shownMember(found, timeZone),
    locked_because: account.lockedBecause,
    is_verified: account.emailVerifiedAt !== null,
    is_erased: account.erasedAt !== null,
    second_factor: factorsInWords(factors),
    may_lock: account.erasedAt === null && may(by, act, { memberId: id, role: account.role }),
    orders: orders.map((order) => shownOrder(order, timeZone)),
    more_orders: isMore,
    grants: grants.map(({ slug, title, reason, createdAt, revokedAt }) => ({
      id: slug,
      item: title,
      why: reason,
      given: time(createdAt),
      taken_back: revokedAt && time(revokedAt),
    })),
    courses: courses.map(({ title, completed, lectures, percent }) => ({ item: title, completed, lectures, percent })),
    examinations: examinations.map(({ title, tries, isPassed, score, total, certificate, revokedAt }) => ({
      item: title,
      tries,
      is_passed: isPassed,
      best: score === null || total === null ? null : `${score} of ${total}`,
      certificate,
      is_revoked: revokedAt !== null,
    })),
    mails: mails.map((mail) => ({
      subject: mail.subject,
      address: mail.address,
      when: time(mail.triedAt),
      result: resultInWords(mail),
    })),
    sessions: sessions.map(({ device, network, createdAt, lastUsedAt }) => ({
      device,
      network,
      begun: time(createdAt),
      last_used: time(lastUsedAt),
    })),
    products: (await productsNotHeldBy(deps.db, id)).map(({ slug, title }) => ({ id: slug, item: title })),
  }
}
