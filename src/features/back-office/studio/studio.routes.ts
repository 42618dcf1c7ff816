import type { FastifyInstance } from 'fastify'
import { exportList } from '#features/foundation/audit-log/audit-log.public.ts'
import { lockAccount, unlockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { sendVerificationAgain } from '#features/people/login/login.public.ts'
import { getPendingEmail } from '#features/people/own-account/own-account.public.ts'
import { resendMemberCertificate } from '#features/credentials/certificates/certificates.public.ts'
import {
  formatAccountState,
  formatTwoFactorMethods,
  type FoundMember,
  searchMembers,
  getMemberById,
  getMemberProfile,
  getFullName,
} from '#features/back-office/member-search/member-search.public.ts'
import { clearBounce, type EmailProblem } from '#features/foundation/suppressions/suppressions.public.ts'
import { formatEmailResult } from '#features/foundation/email-log/email-log.public.ts'
import { grantProduct, listGrantableProducts, revokeGrant } from '#features/commerce/access/grants.public.ts'
import { readSite, type Site } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDate, formatDay, formatTime } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { hasPermission, type Staff, toStaff } from '#shared/policy.ts'
import { grantAccess, revokeAccess } from './access.contract.ts'
import { formatEmailQueued, toOrderView } from './order-views.service.ts'
import { toProgressView } from './progress-views.service.ts'
import {
  exportMembers,
  findMembers,
  lockMember,
  resendCertificate,
  resendVerification,
  readMember,
  retryEmails,
  unlockMember,
} from './people.contract.ts'

const PAGE_SIZE = 20

export function studioRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, findMembers, async ({ body }) => {
    const site = await readSite(deps.db)
    const search = { ...toMemberSearch(body, site.timeZone), after: body.after ?? undefined, limit: PAGE_SIZE }
    const { members, isMore, count } = await searchMembers(deps, search)
    return {
      members: members.map((member) => toMemberView(member, site)),
      is_more: isMore,
      count: count ?? null,
    }
  })
  registerEndpoint(app, exportMembers, async ({ body, member }) => {
    const site = await readSite(deps.db)
    const content = await exportList(deps, {
      list: 'members',
      body,
      by: toStaff(member),
      columns: ['Name', 'Username', 'Email', 'Role', 'Since', 'State'],
      toRow: (found: FoundMember) => {
        const { name, username, email, role, since, state } = toMemberView(found, site)
        return [name, username, email, role, since, state]
      },
      load: async (after, limit) => {
        const { members, isMore } = await searchMembers(deps, { ...toMemberSearch(body, site.timeZone), after, limit })
        return { items: members, last: isMore ? members.at(-1)?.id : undefined }
      },
    })
    return { name: 'members.csv', content }
  })
  registerEndpoint(app, readMember, ({ params: { id }, member }) => getMemberView(deps, id, toStaff(member)))
  registerEndpoint(app, resendVerification, async ({ params: { id }, member }) => {
    const { address } = await sendVerificationAgain(deps, { memberId: id, by: toStaff(member) })
    return { message: formatEmailQueued('A new link', address) }
  })
  registerEndpoint(app, retryEmails, async ({ params: { id }, member }) => {
    await clearBounce(deps, { memberId: id, by: toStaff(member) })
    return { message: 'We’ll send optional emails to this address again.' }
  })
  registerEndpoint(app, resendCertificate, async ({ params: { id }, member }) => {
    const { address, courseName } = await resendMemberCertificate(deps, { id, by: toStaff(member) })
    return { message: formatEmailQueued(`The certificate for ${courseName}`, address) }
  })
  registerEndpoint(app, lockMember, async ({ params: { id }, body: { why }, member }) => {
    await lockAccount(deps, { memberId: id, because: why, by: toStaff(member) })
    return { message: 'Account locked. The member is logged out everywhere.' }
  })
  registerEndpoint(app, unlockMember, async ({ params: { id }, member }) => {
    await unlockAccount(deps, { memberId: id, by: toStaff(member) })
    return { message: 'Account unlocked.' }
  })
  registerEndpoint(app, grantAccess, async ({ params: { id }, body: { product, why }, member }) => {
    const given = await grantProduct(deps, { memberId: id, slug: product, reason: why, by: toStaff(member) })
    if (given === 'no_product') throw new AppError('not_found', 'This product no longer exists.')
    return { message: GRANT_MESSAGES[given] }
  })
  registerEndpoint(app, revokeAccess, async ({ params: { id }, body: { product }, member }) => {
    if (!(await revokeGrant(deps, { memberId: id, slug: product, by: toStaff(member) })))
      throw new AppError('not_found', 'This access was already revoked.')
    return { message: 'Access revoked. Purchases aren’t affected.' }
  })
}

const GRANT_MESSAGES = {
  granted: 'The member now has access.',
  invited: 'The member now has access. Their email isn’t verified, so we’re sending a link to choose a new password.',
  granted_before: 'The member already has access.',
}

function toMemberSearch({ words, since, until, sort }: Call<typeof exportMembers>['body'], timeZone: string) {
  return {
    text: words.trim(),
    since: since === null ? undefined : startOfDay(since, timeZone),
    until: until === null ? undefined : endOfDay(until, timeZone),
    sort,
  }
}

function toMemberView(member: FoundMember, site: Site): EndpointReply<typeof findMembers>['members'][number] {
  const { id, username, email, role, createdAt } = member
  return {
    id,
    name: getFullName(member),
    username,
    email,
    role,
    since: formatDay(createdAt, site.timeZone),
    state: formatAccountState(member, (instant) => formatTime(instant, site.timeZone, site.language)),
  }
}

function formatEmailProblem(problem: EmailProblem, { timeZone, language }: Site): string {
  const day = formatDate(formatDay(problem.at, timeZone), language)
  return problem.reason === 'bounced'
    ? `Emails to this address come back: ${problem.why} (${day}). Only required emails are sent.`
    : `The member reported an email as spam (${day}), so only required emails are sent.`
}

/** Which actions this staff member may perform on this account. */
function getMemberPermissions(
  { id: memberId, role, erasedAt }: FoundMember,
  by: Staff,
): EndpointReply<typeof readMember>['may'] {
  const isThere = erasedAt === null
  return {
    end_sessions: isThere && hasPermission(by, 'end sessions', { memberId, role }),
    change_name: isThere && hasPermission(by, 'change name', { memberId, role }),
    change_email: isThere && hasPermission(by, 'change email', { memberId, role }),
    mute: isThere && hasPermission(by, 'mute member', { memberId, role }),
    take_copy: isThere && hasPermission(by, 'export member', { memberId }),
    erase: isThere && role === 'learner' && hasPermission(by, 'delete member', { memberId }),
    revoke_certificate: isThere && hasPermission(by, 'revoke certificate', { memberId }),
    restore_certificate: isThere && hasPermission(by, 'restore certificate', { memberId }),
    correct_license: isThere && hasPermission(by, 'correct license', { memberId }),
  }
}

async function getMemberView(deps: Deps, id: string, by: Staff): Promise<EndpointReply<typeof readMember>> {
  const found = await getMemberById(deps, id)
  const site = await readSite(deps.db)
  const { account, factors, sessions, orders, isMore, grants, courses, examinations, mails, ...emails } =
    await getMemberProfile(deps, found)
  const pending = await getPendingEmail(deps, id)
  const act = account.lockedAt ? 'unlock account' : 'lock account'
  return {
    ...toMemberView(found, site),
    locked_because: account.lockedBecause,
    first_name: account.firstName,
    last_name: account.lastName,
    credentials_after_name: account.credentialsAfterName,
    new_email: pending?.newEmail ?? null,
    new_email_link_at: pending?.linkAt ?? null,
    has_password: account.hasPassword,
    is_verified: account.emailVerifiedAt !== null,
    is_unsubscribed: emails.isUnsubscribed,
    email_problem: emails.emailProblem
      ? {
          text: formatEmailProblem(emails.emailProblem, site),
          may_try_again:
            emails.emailProblem.reason === 'bounced' && hasPermission(by, 'resend email', { memberId: id }),
        }
      : null,
    is_erased: account.erasedAt !== null,
    second_factor: formatTwoFactorMethods(factors),
    may: getMemberPermissions(account, by),
    may_lock: account.erasedAt === null && hasPermission(by, act, { memberId: id, role: account.role }),
    orders: orders.map((order) => toOrderView(order)),
    more_orders: isMore,
    grants: grants.map(({ slug, title, reason, createdAt, revokedAt }) => ({
      id: slug,
      item: title,
      why: reason,
      given: createdAt.toISOString(),
      taken_back: revokedAt && revokedAt.toISOString(),
    })),
    courses: courses.map(toProgressView),
    examinations: examinations.map((result) => ({
      item: result.title,
      tries: result.tries,
      is_passed: result.isPassed,
      best: result.score === null || result.total === null ? null : `${result.score} of ${result.total}`,
      certificate: result.certificate,
      is_revoked: result.revokedAt !== null,
      awards_hours: result.awardsHours,
      licenses: result.licenses ?? [],
    })),
    mails: mails.map((mail) => ({
      subject: mail.subject,
      address: mail.address,
      when: mail.triedAt.toISOString(),
      result: formatEmailResult(mail),
    })),
    sessions: sessions.map(({ id: sessionId, device, network, createdAt, lastUsedAt }) => ({
      id: sessionId,
      device,
      network,
      begun: createdAt.toISOString(),
      last_used: lastUsedAt.toISOString(),
    })),
    products: (await listGrantableProducts(deps.db, id)).map(({ slug, title }) => ({ id: slug, item: title })),
  }
}
