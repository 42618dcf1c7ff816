import type { FastifyInstance } from 'fastify'
import {
  lockAccount,
  sendVerificationAgain,
  unlockAccount,
  waitingEmail,
} from '#features/people/accounts/accounts.public.ts'
import { sendCertificateAgain } from '#features/credentials/certificates/certificates.public.ts'
import {
  accountStateInWords,
  factorsInWords,
  type FoundMember,
  lookUpMembers,
  memberById,
  memberPage,
  nameOf,
} from '#features/back-office/member-search/member-search.public.ts'
import { resultInWords } from '#features/foundation/email-log/email-log.public.ts'
import { grantProduct, productsNotHeldBy, revokeGrant } from '#features/commerce/access/grants.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { AppError } from '#shared/app-error.ts'
import { minuteOf } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { may, type Staff, staffOf } from '#shared/policy.ts'
import { mailed, shownOrder } from './order-view.ts'
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
  serve(app, findPeople, async ({ body: { words, since, until, after } }) => {
    const { timeZone } = await readSite(deps.db)
    const { members, isMore, count } = await lookUpMembers(deps, {
      text: words.trim(),
      since: since === null ? undefined : startOfDay(since, timeZone),
      until: until === null ? undefined : endOfDay(until, timeZone),
      after: after ?? undefined,
      limit: SCREENFUL,
    })
    return {
      members: members.map((member) => shownMember(member, timeZone)),
      is_more: isMore,
      count: count ?? null,
    }
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

/** Of what there is to do about an account, what these may do to this one. */
function actsOn({ id: memberId, role, erasedAt }: FoundMember, by: Staff): ReplyOf<typeof readPerson>['may'] {
  const isThere = erasedAt === null
  return {
    end_sessions: isThere && may(by, 'end sessions', { memberId, role }),
    change_name: isThere && may(by, 'change name', { memberId, role }),
    change_email: isThere && may(by, 'change email', { memberId, role }),
    mute: isThere && may(by, 'mute member', { memberId, role }),
    take_copy: isThere && may(by, 'export member', { memberId }),
    erase: isThere && role === 'learner' && may(by, 'erase member', { memberId }),
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
    first_name: account.firstName,
    last_name: account.lastName,
    credentials_after_name: account.credentialsAfterName,
    new_email: await waitingEmail(deps, id),
    has_password: account.hasPassword,
    is_verified: account.emailVerifiedAt !== null,
    is_erased: account.erasedAt !== null,
    second_factor: factorsInWords(factors),
    may: actsOn(account, by),
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
    sessions: sessions.map(({ id: sessionId, device, network, createdAt, lastUsedAt }) => ({
      id: sessionId,
      device,
      network,
      begun: time(createdAt),
      last_used: time(lastUsedAt),
    })),
    products: (await productsNotHeldBy(deps.db, id)).map(({ slug, title }) => ({ id: slug, item: title })),
  }
}
