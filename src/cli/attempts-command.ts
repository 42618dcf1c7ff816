import { type ExamResultRow, listCourseResults } from '#features/learning/exams/exams.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatMinute } from '#shared/dates.ts'
import { parseLimit } from './option-values.ts'
import { formatTable } from './table.ts'
import { recordCommand } from './record-command.ts'
import { printUsageError, printLine, type Command } from './command.ts'

const flag = { type: 'boolean' } as const
const DEFAULT_LIMIT = 20

export const attemptsCommand: Command = {
  usage: 'attempts COURSE',
  isReading: true,
  help: `Lists members who took a course's exam (COURSE is the last part of its web address): highest graded score, attempts, date, and certificate. Most recent first.
  --failed          only members who never passed
  --no-certificate  only members who passed but have no valid certificate, because it was never requested or was revoked
  --limit N         how many to list (default 20)
  --json            print as JSON`,
  options: { failed: flag, 'no-certificate': flag, limit: { type: 'string' }, json: flag },
  async run(deps, { args: [course], options, by }) {
    if (!course) return printUsageError('attempts needs a course: attempts defense-medical-exam-training')
    const { failed, 'no-certificate': noCertificate, limit, json } = options
    if (failed && noCertificate) return printUsageError('attempts takes --failed or --no-certificate, not both.')
    const { timeZone } = await readSite(deps.db)
    const only = failed ? 'failed' : noCertificate ? 'no certificate' : undefined
    const { title, results, isMore } = await listCourseResults(deps, course, {
      only,
      limit: parseLimit(limit, DEFAULT_LIMIT),
    })
    if (json) {
      await recordCommand(deps, {
        kind: 'list.exported',
        by,
        subject: { id: 'attempts' },
        after: { lines: results.length },
      })
      return printLine(JSON.stringify(results, null, 1))
    }
    if (results.length === 0)
      return printLine(
        only === undefined ? `No one has taken the exam for ${title} yet.` : `No matching exam results for ${title}.`,
      )
    const more = isMore ? ' For more, use a higher --limit.' : ''
    return printLine(
      `${title}\n\n${formatResultTable(results, timeZone, 'member')}\n\n${pluralize(results.length, 'member')}.${more}`,
    )
  },
}

/** `of`: whether each row is about a member or a course. */
export function formatResultTable(results: ExamResultRow[], timeZone: string, of: 'member' | 'course'): string {
  return formatTable(
    [
      { title: of === 'member' ? 'Member' : 'Course', maxWidth: 50 },
      { title: 'Result' },
      { title: 'Best', isNumber: true },
      { title: 'Attempts', isNumber: true },
      { title: 'Last attempt' },
      { title: 'Certificate' },
    ],
    results.map((result) => [
      of === 'member' ? formatMember(result) : result.title,
      result.isPassed ? 'passed' : 'failed',
      result.score === null ? 'not graded' : `${result.score} of ${result.total}`,
      String(result.tries),
      formatMinute(result.triedAt, timeZone),
      result.certificate === null ? 'none' : `${result.revokedAt ? 'revoked: ' : ''}${result.certificate}`,
    ]),
  )
}

function formatMember({ isErased, firstName, lastName, email }: ExamResultRow): string {
  return isErased
    ? 'deleted member'
    : [[firstName, lastName].filter(Boolean).join(' '), email].filter(Boolean).join(', ')
}
