import { describeErrorCodes, isSerializationFailure } from '#db/database-errors.ts'
import type { Transaction } from '#db/open-database.ts'
import { hasJobs } from '#db/stored-jobs.ts'
import {
  type Account,
  eraseAccount,
  getRequesterId,
  isLastOwner,
  listPendingEmails,
  listEmailsOfOthers,
  listDeletionsDue,
  listNotErased,
  lockMemberRow,
} from '#features/people/accounts/accounts.public.ts'
import {
  type Actor,
  listEmailsInEvents,
  erasePersonalValues,
  recordEvent,
} from '#features/foundation/audit-log/audit-log.public.ts'
import { eraseCertificates } from '#features/credentials/certificates/certificates.public.ts'
import { listErasedMembersWithCustomer } from '#features/commerce/checkout/checkout.public.ts'
import { sealAwards } from '#features/credentials/contact-hours/awards.public.ts'
import { eraseQuestionReports } from '#features/learning/question-reports/question-reports.public.ts'
import { eraseDiscussions } from '#features/community/discussions/discussions.public.ts'
import { eraseReports } from '#features/community/moderation/moderation.public.ts'
import { eraseMutes } from '#features/community/muting/muting.public.ts'
import { eraseEvaluations } from '#features/credentials/contact-hours/evaluations.public.ts'
import { eraseExamAnswers } from '#features/learning/exams/exams.public.ts'
import { eraseLicenses } from '#features/credentials/contact-hours/licenses.public.ts'
import { eraseEmails } from '#features/foundation/email-log/email-log.public.ts'
import { eraseSuppressions } from '#features/foundation/suppressions/suppressions.public.ts'
import { eraseGroupMemberships } from '#features/learning/groups/groups.public.ts'
import { eraseMessages } from '#features/learning/messages/messages.public.ts'
import { eraseNotes } from '#features/learning/notes/notes.public.ts'
import { eraseNotifications } from '#features/people/notifications/notifications.public.ts'
import { eraseInvoices, sealInvoices } from '#features/commerce/orders/orders.public.ts'
import { deleteExpiredRecords } from '#features/foundation/retained-records/retained-records.public.ts'
import { eraseGrantReasons } from '#features/commerce/access/grants.public.ts'
import { erasePositions } from '#features/foundation/playback/playback.public.ts'
import { eraseCards, findUndecidedPurchase } from '#features/commerce/payments/payments.public.ts'
import { eraseReminders } from '#features/learning/reminders/reminders.public.ts'
import { eraseUploads } from '#features/catalog/uploads/uploads.public.ts'
import type { Deps } from '#platform/deps.ts'
import { deleteCapturedMail } from '#platform/mail/captured-mail.ts'
import { getMailFolder } from '#platform/mail/mailbox.routes.ts'
import { encrypt, decrypt } from '#platform/encryption.ts'
import { AppError } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { getErasedListPath, saveErasedList, readErasedList } from './erased-list.service.ts'
import {
  deletePersonalJobs,
  deleteFailedJobs,
  deleteMemberJobs,
  insertErasure,
  hasRunningJob,
  hasPendingJob,
} from './privacy.queries.ts'
import { eraseAtProvider, eraseCapturedEmails } from './privacy.queues.ts'
import { ERASED_LIST_FILE_NAME, FAILED_JOB_RETENTION_MS } from './privacy.rules.ts'

type ErasingDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'log' | 'services'>

/**
 * Erases a member at the request of staff. Before changing anything, throws `forbidden`, `not_found`, or `invalid`, or
 * `busy` while something for the member is in progress.
 */
export async function eraseMember(deps: ErasingDeps, { memberId, by }: { memberId: string; by: Staff }): Promise<void> {
  if (!hasPermission(by, 'delete member', { memberId })) throw permissionDeniedError(by, 'delete member')
  await eraseNow(deps, { memberId, by })
}

/**
 * The nightly job. First erases listed members who exist again, for example after an interrupted restore. Members who
 * can't be erased now, for example during an open payment, are retried the next night. Throws at the end if any failed.
 */
export async function runScheduledDeletions(deps: ErasingDeps & Pick<Deps, 'payments'>): Promise<void> {
  await deleteExpiredRecords(deps.db, deps.now())
  if (await hasJobs(deps.db))
    await deletePersonalJobs(deps.db, new Date(deps.now().getTime() - FAILED_JOB_RETENTION_MS))
  const list = await readErasedList(getErasedListPath(deps.config.dataDir))
  let failed = list?.wrong.length ?? 0
  if (failed > 0) deps.log.error({ lines: failed }, `lines in ${ERASED_LIST_FILE_NAME} are not member IDs`)
  failed += (await reapplyErasures(deps, list?.ids ?? [])).failed
  for (const memberId of await listDeletionsDue(deps.db, deps.now()))
    if ((await tryErase(deps, { memberId, by: { kind: 'academy' } })) === 'failed') failed += 1
  await saveErasedList(deps)
  await eraseRemainingCustomers(deps)
  if (failed > 0) throw new Error(`Members who could not be erased yet, or invalid lines in the list: ${failed}`)
}

/**
 * Erases customers that the provider still has for erased members. Their deletion job failed permanently, or was lost
 * in a restore, because backups contain no jobs.
 */
async function eraseRemainingCustomers({ db, jobs, payments }: Pick<Deps, 'db' | 'jobs' | 'payments'>): Promise<void> {
  for (const memberId of await listErasedMembersWithCustomer(db, payments.isLive))
    await db.transaction(async (tx) => {
      if (await hasJobs(tx)) {
        if (await hasPendingJob(tx, eraseAtProvider.name, memberId)) return
        await deleteFailedJobs(tx, eraseAtProvider.name, memberId)
      }
      await jobs.enqueue(tx, eraseAtProvider, { memberId })
    })
}

/**
 * After a restore, which brings erased members back, erases those on the list again. Members who were erased before the
 * backup are still erased, and those who joined after it don't exist. If one fails, continues with the others.
 */
export async function reapplyErasures(
  deps: ErasingDeps,
  memberIds: string[],
): Promise<{ erased: number; waiting: number; failed: number }> {
  const again = { erased: 0, waiting: 0, failed: 0 }
  for (const memberId of await listNotErased(deps.db, memberIds))
    again[await tryErase(deps, { memberId, by: { kind: 'academy' }, isAgain: true })] += 1
  return again
}

/** Erases one of several members. If that is not possible yet, logs the reason. */
async function tryErase(deps: ErasingDeps, erasing: ErasureRequest): Promise<'erased' | 'waiting' | 'failed'> {
  const { memberId } = erasing
  try {
    await eraseNow(deps, erasing)
    return 'erased'
  } catch (error) {
    if (error instanceof AppError) {
      deps.log.warn({ memberId, why: error.code }, 'a member due for deletion could not be deleted yet')
      return 'waiting'
    }
    deps.log.error({ memberId, why: describeErrorCodes(error) }, 'deleting a member failed')
    return 'failed'
  }
}

type ErasureRequest = { memberId: string; by: Actor; isAgain?: true }

const MAX_ROUNDS = 4

async function eraseNow(deps: ErasingDeps, erasing: ErasureRequest): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      await deps.db.transaction((tx) => erase(deps, tx, erasing))
      break
    } catch (error) {
      // Retries after a deadlock with another transaction that writes for the member.
      if (!isSerializationFailure(error) || round === MAX_ROUNDS) throw error
    }
  }
  await saveErasedList(deps)
}

async function erase(deps: ErasingDeps, tx: Transaction, { memberId, by, isAgain }: ErasureRequest): Promise<void> {
  // Locks the member first, so that any write for the member either finishes before the erasure or waits until it ends.
  const account = await lockMemberRow(tx, memberId, getRequesterId(by))
  if (!account) throw new AppError('not_found', 'Member not found.')
  if (account.erasedAt) throw new AppError('invalid', 'This account was already deleted.')
  if (!isAgain) await assertNotInUse(tx, memberId)
  if (by.kind === 'member' && account.role === 'staff')
    throw new AppError('invalid', 'This member is staff. Remove their staff access first, under Staff in the studio.')
  if ((await hasJobs(tx)) && (await hasRunningJob(tx, memberId)))
    throw new AppError('busy', 'An email or certificate for this member is being created. Try again in a moment.')
  const addresses = await listEmailAddresses(tx, account)
  await sealInvoices(deps, tx, memberId)
  await sealAwards(deps, tx, memberId)
  await eraseAccount(deps, tx, account)
  await erasePersonalValues(tx, memberId)
  await eraseInvoices(tx, memberId)
  await eraseCards(tx, memberId)
  await eraseGrantReasons(tx, memberId)
  await eraseCertificates(tx, memberId)
  await eraseQuestionReports(tx, memberId)
  await eraseReports(tx, memberId)
  await eraseMutes(tx, memberId)
  await eraseDiscussions(tx, memberId)
  await eraseExamAnswers(tx, memberId)
  await eraseEvaluations(tx, memberId)
  await eraseLicenses(tx, memberId)
  await erasePositions(tx, memberId)
  await eraseNotes(tx, memberId)
  await eraseGroupMemberships(tx, memberId)
  await eraseUploads(tx, memberId)
  await eraseNotifications(tx, memberId)
  await eraseReminders(tx, memberId)
  await eraseMessages(tx, memberId)
  await eraseEmails(tx, memberId, addresses)
  await eraseSuppressions(tx, memberId)
  if (await hasJobs(tx)) await deleteMemberJobs(tx, account)
  await insertErasure(tx, memberId, deps.now())
  await recordEvent(tx, { at: deps.now(), kind: 'account.erased', by, memberId })
  await enqueueExternalErasure(deps, tx, { memberId, addresses })
}

async function assertNotInUse(tx: Transaction, memberId: string): Promise<void> {
  const undecided = await findUndecidedPurchase(tx, memberId)
  if (undecided === 'pending')
    throw new AppError(
      'invalid',
      'This member has a pending payment. It will complete or expire within a day. Try again then.',
    )
  if (undecided === 'disputed')
    throw new AppError('invalid', 'One of this member’s payments is disputed. Try again after the bank decides.')
  if (await isLastOwner(tx, memberId))
    throw new AppError('forbidden', 'This is the only owner of the academy. Make someone else an owner first.')
}

/** Addresses that the member used at any time and that no one else uses now: current, former, and unconfirmed ones. */
async function listEmailAddresses(tx: Transaction, { id, email }: Account): Promise<string[]> {
  const others = [...(await listPendingEmails(tx, id)), ...(await listEmailsInEvents(tx, id))].map((address) =>
    address.toLowerCase(),
  )
  const taken = await listEmailsOfOthers(tx, id, others)
  return [...new Set([email.toLowerCase(), ...others.filter((address) => !taken.includes(address))])]
}

type ExternalData = { memberId: string; addresses: string[] }

/** Enqueues jobs that delete data outside the database. */
async function enqueueExternalErasure(
  { config, jobs, services }: ErasingDeps,
  tx: Transaction,
  { memberId, addresses }: ExternalData,
): Promise<void> {
  await jobs.enqueue(tx, eraseAtProvider, { memberId })
  if (services.capturesEmail) {
    const sealed = encrypt(getSealContext(config, memberId), addresses.join('\n'))
    await jobs.enqueue(tx, eraseCapturedEmails, { memberId, sealed })
  }
}

/** Runs in a job: deletes captured emails that contain one of the addresses. */
export async function deleteCapturedEmails(
  { config }: Pick<Deps, 'config'>,
  { memberId, sealed }: JobData<typeof eraseCapturedEmails>,
): Promise<void> {
  for (const address of decrypt(getSealContext(config, memberId), sealed).split('\n'))
    await deleteCapturedMail(getMailFolder(config.dataDir), address)
}

function getSealContext(config: Deps['config'], memberId: string) {
  return { config, purpose: 'erase captured mail', owner: memberId }
}
