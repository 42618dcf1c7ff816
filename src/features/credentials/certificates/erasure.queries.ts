import { and, asc, eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { claimColumns, examinedColumns, summarizeExam } from './certificate-contents.queries.ts'

/** The certificates in a member's data export, as they were issued. */
export function certificatesOfMember(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'certificates',
      rows: sql`select id, printed_name, course_name, examined, taught, contact_hours, licenses, completed_at, issued_at, revoked_at, revoked_reason from certificates
        where member_id = ${id} order by issued_at`,
    },
  ]
}

export async function listPrintedContents(db: Executor, memberId: string) {
  const printed = await db
    .select({
      id: certificates.id,
      printedName: certificates.printedName,
      courseName: certificates.courseName,
      ...claimColumns,
      issuedAt: certificates.issuedAt,
      examination: examinedColumns,
      contactHours: certificates.contactHours,
      licenses: certificates.licenses,
    })
    .from(certificates)
    .leftJoin(examAttempts, eq(examAttempts.id, certificates.attemptId))
    .where(and(eq(certificates.memberId, memberId), sql`${certificates.printedName} <> ''`))
    .orderBy(asc(certificates.issuedAt), asc(certificates.id))
  return printed.map(({ examination, ...certificate }) => ({ ...certificate, examined: summarizeExam(examination) }))
}

/** Erases the personal data in a member's certificates. Each keeps its course, dates, and status, and says that the name was removed. */
export async function eraseCertificates(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .update(certificates)
    .set({ printedName: '', revokedReason: null, licenses: null })
    .where(eq(certificates.memberId, memberId))
}
