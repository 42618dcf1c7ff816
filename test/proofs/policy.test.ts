import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { requestEmailChangeFor, endSessionsByStaff } from '#features/people/own-account/own-account.public.ts'
import {
  createStaff,
  lockAccount,
  resetTwoFactor,
  setMemberRole,
  unlockAccount,
} from '#features/people/member-administration/member-administration.public.ts'
import {
  correctLicense,
  correctName,
  restoreCertificate,
  revokeCertificate,
  resendMemberCertificate,
} from '#features/credentials/certificates/certificates.public.ts'
import { exportList, generateLogCsv } from '#features/foundation/audit-log/audit-log.public.ts'
import { exportAwards } from '#features/credentials/contact-hours/awards.public.ts'
import { notifyLectureOwners } from '#features/catalog/law-review/law-review.public.ts'
import { sendOrSchedule, startDraft } from '#features/learning/messages/messages.public.ts'
import { createGroup } from '#features/learning/groups/groups.public.ts'
import { answerReport } from '#features/learning/question-reports/question-reports.public.ts'
import { hideReportedPost } from '#features/community/moderation/moderation.public.ts'
import { muteMember } from '#features/community/muting/muting.public.ts'
import { pinOrLockThread } from '#features/community/discussions/discussions.public.ts'
import { beginProduct, openDraft, publishDraft, saveChanges } from '#features/catalog/drafts/drafts.public.ts'
import { applyRegrade } from '#features/learning/exams/exams.public.ts'
import { removeUnusedFiles } from '#features/foundation/files/files.public.ts'
import { enrollMembers } from '#features/commerce/access/enrollment.public.ts'
import { exportDataForStaff, eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { changeAddress, changePrice, setOnSale } from '#features/foundation/products/products.public.ts'
import { exportSales } from '#features/commerce/orders/orders.public.ts'
import { refundOrder } from '#features/commerce/payments/payments.public.ts'
import {
  changeCoupon,
  createCoupon,
  endCoupon,
  getCouponPage,
  getCouponRevision,
} from '#features/commerce/coupons/coupons.public.ts'
import { saveSite, getSiteForm } from '#features/foundation/site/site.public.ts'
import { grantProduct, revokeGrant } from '#features/commerce/access/grants.public.ts'
import { saveEmailSettings, sendTestEmail } from '#features/back-office/service-settings/service-settings.public.ts'
import { AppError } from '#shared/app-error.ts'
import {
  type Permission,
  hasPermission,
  hasPermissionForAny,
  POLICY,
  type Role,
  type Staff,
  STAFF_ROLES,
  type StaffRole,
} from '#shared/policy.ts'
import { testAcademy, type TestAcademy } from '../harness/academy.ts'
import { OPERATOR, readEventKinds } from '../harness/audit.ts'
import type { Member } from '../harness/builders.ts'
import { submitExam } from '../harness/submit-exam.ts'

const WHOLE_LOG = { kind: undefined, who: undefined, since: undefined, until: undefined }
const COUPON = { percentOff: 20, centsOff: null, validFrom: null, validUntil: null, maxUses: null, slugs: [] }

/** Each permission of the policy, tried on a member with a purchase, a grant, and a certificate. */
async function attempts() {
  const academy = await testAcademy()
  const { deps, as } = academy
  const owner = await academy.member({ role: 'owner' })
  const [course, given, wanted] = [await academy.course(), await academy.course(), await academy.course()]
  const another = await academy.course()
  const purchaseId = await academy.purchase(owner.id, course.id)
  await grantProduct(deps, { memberId: owner.id, slug: given.slug, reason: 'a class', by: OPERATOR })
  await createCoupon(deps, { ...COUPON, code: 'OLD', maxUsesPerMember: 1, by: OPERATOR })
  const [coupon] = (await getCouponPage(deps, { limit: 1 })).coupons
  const revision = coupon ? getCouponRevision(coupon) : ''
  const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  await submitExam(as(owner), course.slug, answers)
  await as(owner).post(`/Academy/api/course/examination/request/certificate/${course.slug}/`, { exam_id: course.slug })
  // An option that was chosen in one attempt becomes the correct one.
  const [first] = course.questions
  const missed = answers.map((answer) =>
    answer.question_id === first?.id ? { ...answer, answer: first.wrong } : answer,
  )
  await submitExam(as(owner), course.slug, missed)
  const corrected = `update questions set answer_index = 1 where id = $1 returning key`
  const { rows: keys } = await academy.pool.query<{ key: string }>(corrected, [first?.id])
  // The course awards contact hours.
  const { rows } = await academy.pool.query<{ id: string }>(
    `update certificates set contact_hours = '{"approver":"A board","statement":"Approved.","provider":"1","hours":1,"needsLicense":false}' returning id`,
  )
  const id = rows[0]?.id ?? ''
  const memberId = owner.id
  const { rows: contested } = await academy.pool.query<{ id: string }>(
    `insert into contests (member_id, attempt_id, question_id, version, reason, source, contested_at)
      select member_id, id, $1, 1, 'It is out of date.', '', now() from exam_attempts limit 1 returning id`,
    [first?.id],
  )
  const reportId = contested[0]?.id ?? ''
  const thread = randomUUID()
  await academy.pool.query(
    `insert into threads (id, course_id, member_id, title, asked_at, active_at) values ($1, $2, $3, 'Why?', now(), now())`,
    [thread, course.id, memberId],
  )
  const lectures = `select key from lectures where course_id = $1 limit 1`
  const lecture = (await academy.pool.query<{ key: string }>(lectures, [course.id])).rows[0]?.key ?? ''
  const post = randomUUID()
  await academy.pool.query(
    `insert into posts (id, thread_id, number, member_id, words, html, written_at) values ($1, $2, 0, $3, 'Why?', '', now())`,
    [post, thread, memberId],
  )
  const leaflet = await academy.document()
  const { standsSince } = await openDraft(deps, leaflet.id)
  const longer = { do: 'set' as const, at: ['short'], to: 'Longer than before' }
  await saveChanges(deps, { id: leaflet.id, changes: [longer], seen: 0, standsSince, by: OPERATOR })
  await academy.pool.query(
    `insert into passkeys (id, member_id, public_key, counter, transports, name, created_at) values ('AbC1', $1, 'pQ', 0, '{}', 'phone', now())`,
    [memberId],
  )
  // A file that has been unused for a long time.
  const { id: unusedId } = await academy.file('earlier.pdf', 'application/pdf', 'earlier')
  await academy.pool.query(`update files set created_at = now() - interval '9 days' where id = $1`, [unusedId])
  const messageId = await writeToMany(academy)
  const attempt: Record<Attempt, (by: Staff) => Promise<unknown>> = {
    'give access': (by) => grantProduct(deps, { memberId, slug: wanted.slug, reason: 'a gift', by }),
    'bulk enroll': (by) =>
      enrollMembers(deps, {
        file: { bytes: Buffer.from(`email\n${owner.email}\n`) },
        slug: another.slug,
        reason: 'a class',
        isOnlyChecked: false,
        by,
      }),
    'change group': (by) => createGroup(deps, { name: randomUUID(), note: '', by }),
    'revoke access': (by) => revokeGrant(deps, { memberId, slug: given.slug, by }),
    refund: (by) => refundOrder(deps, { orderNumber: purchaseId, by }),
    'revoke certificate': (by) => revokeCertificate(deps, { id, reason: 'a test', by }),
    'restore certificate': (by) => restoreCertificate(deps, { id, reason: 'a test', by }),
    'correct license': (by) =>
      correctLicense(deps, { id, license: { state: 'FL', profession: 'RN', number: '9123456' }, reason: 'a test', by }),
    'end sessions': (by) => endSessionsByStaff(deps, { memberId, by }),
    'lock account': (by) => lockAccount(deps, { memberId, by }),
    'unlock account': (by) => unlockAccount(deps, { memberId, by }),
    'change role': (by) => setMemberRole(deps, { memberId, role: 'learner', by }),
    'reset two-factor': (by) => resetTwoFactor(deps, { memberId, by }),
    'export sales': async (by) => void (await exportSales(deps, { by })).resume(),
    'export lists': async (by) => {
      const load = () => Promise.resolve({ items: [], last: undefined })
      const asked = { list: 'orders' as const, body: {}, columns: [], toRow: () => [], load }
      return void (await exportList(deps, { ...asked, by })).resume()
    },
    'export log': async (by) => void (await generateLogCsv(deps, { ...WHOLE_LOG, by, timeZone: 'UTC' })).resume(),
    'export completions': (by) => exportAwards(deps, { slug: null, since: null, until: null, ceBroker: null, by }),
    'create coupon': (by) => createCoupon(deps, { ...COUPON, code: 'NEW', maxUsesPerMember: 1, by }),
    'change coupon': (by) =>
      changeCoupon(deps, { ...COUPON, code: 'OLD', name: '', percentOff: 30, maxUsesPerMember: 1, revision, by }),
    'end coupon': (by) => endCoupon(deps, { code: 'OLD', by }),
    'edit content': (by) => beginProduct(deps, { kind: 'document', name: 'A list', by }),
    publish: (by) => publishDraft(deps, { id: leaflet.id, revision: 1, isOnSale: true, by }),
    'notify learners': (by) =>
      notifyLectureOwners(deps, { courseId: course.id, key: lecture, what: 'A rule.', why: 'It was amended.', by }),
    regrade: (by) => applyRegrade(deps, { courseId: course.id, key: keys[0]?.key ?? '', by }),
    'answer question report': (by) =>
      answerReport(deps, { id: reportId, outcome: 'upheld', words: 'You are right.', by }),
    'moderate discussions': (by) => pinOrLockThread(deps, { id: thread, isPinned: false, isLocked: true, by }),
    moderate: (by) => hideReportedPost(deps, { postId: post, reason: 'A name', by }),
    'mute member': (by) => muteMember(deps, { memberId, days: 1, reason: 'A name', by }),
    'start or stop selling': (by) => setOnSale(deps, { slug: wanted.slug, isOnSale: false, by }),
    'change price': (by) => changePrice(deps, { slug: wanted.slug, priceCents: 12_345, by }),
    'change address': (by) => changeAddress(deps, { slug: wanted.slug, to: 'elsewhere', by }),
    'message learners': (by) => startDraft(deps, { audience: { kind: 'course', courseId: course.id }, by }),
    'message many learners': (by) =>
      sendOrSchedule(deps, {
        messageId,
        subject: 'Hi',
        body: 'Hi',
        revision: 1,
        sendAt: undefined,
        isConfirmed: true,
        by,
      }),
    'export member': (by) => exportDataForStaff(deps, { memberId, by }),
    'delete member': (by) => eraseMember(deps, { memberId, by }),
    'change name': (by) => {
      const name = { firstName: 'Olga', lastName: 'Oversea', credentialsAfterName: '' }
      return correctName(deps, { memberId, name, isReprinted: true, by })
    },
    'change email': (by) => requestEmailChangeFor(deps, { memberId, email: 'new@example.com', by }),
    'resend email': (by) => resendMemberCertificate(deps, { id, by }),
    'remove files': (by) => removeUnusedFiles(deps, by),
    'set up academy': (by) => sendTestEmail(deps, { memberId, by }),
    'change service settings': (by) => saveEmailSettings(deps, { form: MAIL_FORM, revision: 'none', by }),
    'change site settings': async (by) => {
      const { site, revision } = await getSiteForm(deps.db)
      await saveSite(deps, { site: { ...site, phone: '(555) 010-0199' }, revision, by })
    },
    'add staff': (by) => createStaff(deps, { username: 'sam', email: 'sam@example.com', by }),
  }
  return { ...academy, owner, attempt }
}

/** A draft of a message to more learners than support may write to. */
async function writeToMany({ deps, pool }: TestAcademy): Promise<string> {
  await pool.query(`insert into site_settings (settings) values ('{"postal_address": "1 Main Street"}')`)
  const groupId = await createGroup(deps, { name: 'Everyone', note: '', by: OPERATOR })
  await pool.query(
    `with made as (
        insert into members (username, email, password_hash, email_verified_at)
        select 'reader' || n, 'reader' || n || '@example.com', '', now() from generate_series(1, 101) n returning id)
      insert into group_members (group_id, member_id, added_at) select $1, id, now() from made`,
    [groupId],
  )
  return startDraft(deps, { audience: { kind: 'group', groupId }, by: OPERATOR })
}

const MAIL_FORM = {
  host: '127.0.0.1',
  port: '2525',
  security: 'none',
  user: '',
  password: '',
  sender_name: 'The academy',
  sender_address: 'office@academy.test',
} as const

const as = ({ id: memberId }: Member, role: Role): Staff => ({ kind: 'member', memberId, role })
/**
 * Permissions that are checked by routes, not services: viewing changes nothing, and uploads use a different protocol.
 * They are tested in test/proofs/roles.test.ts.
 */
const CHECKED_BY_ROUTES = [
  'enter studio',
  'see log',
  'see whole log',
  'see orders',
  'see members',
  'see evaluations',
  'see staff',
  'see service settings',
  'see site settings',
  'upload files',
] as const
type Attempt = Exclude<Permission, (typeof CHECKED_BY_ROUTES)[number]>
const acts = (Object.keys(POLICY) as Permission[]).filter(
  (act): act is Attempt => !(CHECKED_BY_ROUTES as readonly Permission[]).includes(act),
)

/** The error code; undefined on success. */
async function refusalOf(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

test('every service checks the policy first: without permission it is refused, and nothing changes', async () => {
  const { attempt, owner, member, pool } = await attempts()
  const before = await readEventKinds(pool)
  const learner = as(await member(), 'learner')
  for (const act of acts) expect([act, await refusalOf(attempt[act](learner))]).toEqual([act, 'forbidden'])
  const self = as(owner, 'owner')
  const notToOneself = acts.filter((act) => !hasPermission(self, act as 'refund', { memberId: owner.id }))
  for (const act of notToOneself) expect([act, await refusalOf(attempt[act](self))]).toEqual([act, 'forbidden'])
  expect([notToOneself.length, await readEventKinds(pool)]).toEqual([19, before])
})

/**
 * Jobs that report or complete what has already happened, which stays valid even if the staff member loses the role. An
 * email change request names its actor in its own row. Any other job that a permission enqueues must name its actor.
 */
const REPORTS: readonly string[] = [
  '__pgboss__send-it',
  'end-owned-payments',
  'erase-captured-mail',
  'erase-customer',
  'factor-changed',
  'mail-notices',
  'notify-service-change',
  'send-email-change',
  'send-enrolment',
  'sign-credential',
  'tell-email-change',
  'tell-name-change',
  'tell-of-certificate',
  'tell-of-contest',
]

/** Former staff: for each way to lose a role, one member for each role. */
async function formerStaff({ deps, member }: Awaited<ReturnType<typeof attempts>>) {
  const former: { how: string; by: Staff; role: StaffRole }[] = []
  for (const role of STAFF_ROLES) {
    const [demoted, promoted, locked] = [await member({ role }), await member({ role }), await member({ role })]
    await setMemberRole(deps, { memberId: demoted.id, role: 'learner', by: OPERATOR })
    await setMemberRole(deps, { memberId: promoted.id, role: role === 'owner' ? 'support' : 'owner', by: OPERATOR })
    await lockAccount(deps, { memberId: locked.id, by: OPERATOR })
    former.push(
      { how: 'demoted', by: as(demoted, role), role },
      { how: 'given another role', by: as(promoted, role), role },
      { how: 'locked', by: as(locked, role), role },
    )
  }
  return former
}

test('a permission ends with the role or a lock, also for a request already admitted, but not with a mute', async () => {
  const academy = await attempts()
  const { attempt, deps, member, pool, runJobs, mailbox } = academy
  const former = await formerStaff(academy)
  const colleague = await member({ role: 'owner' })
  await muteMember(deps, { memberId: colleague.id, days: 1, reason: 'A test', by: OPERATOR })
  await pool.query('delete from pgboss.job')
  // Scheduled jobs have no actor and may appear at any minute.
  const pending = `select id, name, data from pgboss.job j
    where not exists (select from pgboss.schedule s where s.name = j.name and coalesce(j.data, '{}') = '{}')`
  const jobs = async () => (await pool.query<{ id: string; name: string; data: object | null }>(pending)).rows
  const seen = new Set<string>()
  const wrong: string[] = []
  // The test payments are not real, so a refund gets only as far as the provider; other tests use real payments. For
  // what owners may do only to learners, see features/people/member-administration/roles.test.ts.
  const tried = acts.filter((act) => !['no', 'to learners'].includes(POLICY[act].owner) && act !== 'refund')
  for (const act of acts) {
    const before = await readEventKinds(pool)
    for (const { how, by, role } of former.filter((each) => hasPermissionForAny(each.role, act))) {
      const refusal = await refusalOf(attempt[act](by))
      if (refusal !== 'forbidden') wrong.push(`${act} by ${role}, ${how}: ${refusal ?? 'done'}`)
    }
    expect([act, await readEventKinds(pool)]).toEqual([act, before])
    if (!tried.includes(act)) continue
    await attempt[act](as(colleague, 'owner'))
    // Jobs for delayed effects must name their actor.
    for (const { id, name, data } of await jobs()) {
      if (!seen.has(id) && !(data && 'askedBy' in data) && !REPORTS.includes(name)) wrong.push(`${act}: ${name}`)
      seen.add(id)
    }
  }
  expect(wrong).toEqual([])
  expect(await refusalOf(attempt.refund(as(colleague, 'owner')))).toBe('payment_mismatch')
  const { rows } = await pool.query('select kind from audit_events where actor_member_id = $1', [colleague.id])
  expect(rows).toHaveLength(tried.length)
  // One second later they no longer have a role, so their pending actions do not happen.
  const sent = (await mailbox()).length
  await pool.query(`delete from pgboss.job where not data ? 'askedBy'`)
  await setMemberRole(deps, { memberId: colleague.id, role: 'learner', by: OPERATOR })
  await runJobs()
  const subjects = (await mailbox()).slice(sent).map(({ subject }) => subject)
  expect(subjects).toEqual([])
})
