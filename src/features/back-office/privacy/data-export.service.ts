import { setImmediate as othersFirst } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { readJsonRows, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { hasJobs } from '#db/stored-jobs.ts'
import { selectMemberAccount, isErased } from '#features/people/accounts/accounts.public.ts'
import { selectMemberAuditLog, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  generateCertificateFiles,
  certificatesOfMember,
} from '#features/credentials/certificates/certificates.public.ts'
import { credentialsOfMember } from '#features/credentials/open-badges/credentials.public.ts'
import { selectMemberQuestionReports } from '#features/learning/question-reports/question-reports.public.ts'
import { selectMemberDiscussions } from '#features/community/discussions/discussions.public.ts'
import { selectMemberReports } from '#features/community/moderation/moderation.public.ts'
import { selectMemberMutes } from '#features/community/muting/muting.public.ts'
import { customersOfMember } from '#features/commerce/checkout/checkout.public.ts'
import { evaluationsOfMember } from '#features/credentials/contact-hours/evaluations.public.ts'
import { licensesOfMember } from '#features/credentials/contact-hours/licenses.public.ts'
import { selectMemberAttempts } from '#features/learning/exams/exams.public.ts'
import { selectMemberCompletions } from '#features/learning/study/study.public.ts'
import { selectMemberEmails } from '#features/foundation/email-log/email-log.public.ts'
import { selectMemberSuppressions } from '#features/foundation/suppressions/suppressions.public.ts'
import { selectMemberGroups } from '#features/learning/groups/groups.public.ts'
import { selectMemberMessages } from '#features/learning/messages/messages.public.ts'
import { selectMemberNotes } from '#features/learning/notes/notes.public.ts'
import { selectMemberNotifications } from '#features/people/notifications/notifications.public.ts'
import { generateInvoiceFiles, invoicesOfMember } from '#features/commerce/orders/orders.public.ts'
import { grantsOfMember } from '#features/commerce/access/grants.public.ts'
import { selectMemberPositions } from '#features/foundation/playback/playback.public.ts'
import { purchasesOfMember } from '#features/commerce/payments/payments.public.ts'
import { selectMemberReminders } from '#features/learning/reminders/reminders.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, memberErasedError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { selectMemberUploads } from '#features/catalog/uploads/uploads.public.ts'
import { selectMemberJobs } from './privacy.queries.ts'
import { EXPORT_LIMIT, MAX_EXPORT_BYTES } from './privacy.rules.ts'

type ExportDeps = Pick<Deps, 'config' | 'db' | 'now'>

export type DataExport = { name: string; content: Uint8Array }

export async function exportDataForMember(deps: ExportDeps, memberId: string): Promise<DataExport> {
  await enforceRateLimit(deps, deps.db, EXPORT_LIMIT, memberId)
  const copy = await buildExport(deps, memberId)
  const by = { kind: 'member', memberId } as const
  await deps.db.transaction((tx) => recordEvent(tx, { at: deps.now(), kind: 'account.exported', by, memberId }))
  return copy
}

/** The same export for staff, who pass it on. Throws `forbidden`, or `not_found` for an erased member. */
export async function exportDataForStaff(
  deps: ExportDeps,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<DataExport> {
  if (!hasPermission(by, 'export member', { memberId })) throw permissionDeniedError(by, 'export member')
  if (await isErased(deps.db, memberId)) throw memberErasedError()
  // Logged before it is sent, so that no one can deny the export later.
  await deps.db.transaction((tx) => recordEvent(tx, { at: deps.now(), kind: 'account.exported', by, memberId }))
  return buildExport(deps, memberId)
}

/** A member's data, with one list per table. Excludes hashes, secrets, and tokens. */
export function selectMemberRows(memberId: string): MemberRows[] {
  return [
    selectMemberAccount,
    purchasesOfMember,
    invoicesOfMember,
    customersOfMember,
    grantsOfMember,
    selectMemberCompletions,
    selectMemberPositions,
    selectMemberNotes,
    selectMemberGroups,
    selectMemberAttempts,
    selectMemberQuestionReports,
    selectMemberDiscussions,
    selectMemberReports,
    selectMemberMutes,
    evaluationsOfMember,
    licensesOfMember,
    certificatesOfMember,
    credentialsOfMember,
    selectMemberEmails,
    selectMemberSuppressions,
    selectMemberNotifications,
    selectMemberReminders,
    selectMemberMessages,
    selectMemberUploads,
    selectMemberAuditLog,
  ].flatMap((rowsOf) => rowsOf(memberId))
}

async function buildExport(deps: ExportDeps, memberId: string): Promise<DataExport> {
  const zip = startZip()
  const json = zip.text('member.json')
  await deps.db.transaction((tx) => writeRows(tx, { memberId, madeAt: deps.now() }, json.write), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  await json.end()
  let number = 0
  for await (const file of generateCertificateFiles(deps, memberId)) {
    number += 1
    zip.file(`certificates/${number}. ${file.name}`, file.content)
  }
  for await (const file of generateInvoiceFiles(deps, memberId)) zip.file(`invoices/${file.name}`, file.content)
  return { name: 'my-data.zip', content: zip.end() }
}

type WriteText = (text: string) => Promise<void>

/** Uses three statements per list, plus one per five hundred rows. */
async function writeRows(
  tx: Transaction,
  { memberId, madeAt }: { memberId: string; madeAt: Date },
  write: WriteText,
): Promise<void> {
  await write(`{\n"made_at": ${JSON.stringify(madeAt.toISOString())}`)
  const jobs = (await hasJobs(tx)) ? selectMemberJobs(memberId) : []
  for (const list of [...selectMemberRows(memberId), ...jobs]) {
    await write(`,\n${JSON.stringify(list.name)}: [`)
    let isFirst = true
    for await (const rows of readJsonRows(tx, list)) {
      for (const row of rows) {
        await write(`${isFirst ? '' : ','}\n  ${row}`)
        isFirst = false
      }
    }
    await write(']')
  }
  await write('\n}\n')
}

const CHUNK_CHARACTERS = 32 * 1024

/** Compresses in small chunks and yields in between. Holds the result in memory until it is complete, up to a limit. */
function startZip() {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > MAX_EXPORT_BYTES)
      throw new AppError('invalid', 'The data is too large for one file. Please contact us for a copy.')
  })
  return {
    text(name: string) {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      let waiting = ''
      const push = async (isLast: boolean) => {
        entry.push(Buffer.from(waiting), isLast)
        waiting = ''
        await othersFirst()
      }
      return {
        async write(text: string) {
          waiting += text
          if (waiting.length >= CHUNK_CHARACTERS) await push(false)
        },
        end: () => push(true),
      }
    },
    /** For already compressed content. */
    file(name: string, content: Uint8Array) {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      entry.push(content, true)
    },
    end(): Uint8Array {
      zip.end()
      return Buffer.concat(chunks)
    },
  }
}
