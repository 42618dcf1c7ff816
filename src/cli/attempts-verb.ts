import { type Result, resultsOfCourse } from '#features/learning/exams/exams.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { counted } from '#shared/counted.ts'
import { minuteOf } from '#shared/dates.ts'
import { limitIn } from './option-values.ts'
import { tableOf } from './table.ts'
import { tellDeed } from './tell-log.ts'
import { misused, say, type Verb } from './verb.ts'

const flag = { type: 'boolean' } as const
const SCREENFUL = 20

export const attemptsVerb: Verb = {
  usage: 'attempts COURSE',
  isReading: true,
  help: `Who tried the examination of a course (the last part of its address), with the best score that the academy counted, tries, day and certificate. Who tried last comes first.
  --failed          only who never passed
  --no-certificate  only who passed and has no valid certificate: it was never asked for, or was revoked
  --limit N         N of them; twenty else
  --json            for programs`,
  options: { failed: flag, 'no-certificate': flag, limit: { type: 'string' }, json: flag },
  async run(deps, { args: [course], options, by }) {
    if (!course) return misused('attempts needs a course: attempts defense-medical-exam-training')
    const { failed, 'no-certificate': noCertificate, limit, json } = options
    if (failed && noCertificate) return misused('attempts takes --failed or --no-certificate, not both.')
    const { timeZone } = await readSite(deps.db)
    const only = failed ? 'failed' : noCertificate ? 'no certificate' : undefined
    const { title, results, isMore } = await resultsOfCourse(deps, course, { only, limit: limitIn(limit, SCREENFUL) })
    if (json) {
      await tellDeed(deps, { kind: 'list.exported', by, subject: { id: 'attempts' }, after: { lines: results.length } })
      return say(JSON.stringify(results, null, 1))
    }
    if (results.length === 0)
      return say(
        only === undefined
          ? `Nobody has tried the examination of ${title} yet.`
          : `There is nobody of that kind in ${title}.`,
      )
    const more = isMore ? ' There are more: --limit 100 shows them.' : ''
    return say(
      `${title}\n\n${resultTable(results, timeZone, 'member')}\n\n${counted(results.length, 'member')}.${more}`,
    )
  },
}

/** `of`: what tells the rows apart. */
export function resultTable(results: Result[], timeZone: string, of: 'member' | 'course'): string {
  return tableOf(
    [
      { title: of === 'member' ? 'Member' : 'Course', most: 50 },
      { title: 'Result' },
      { title: 'Best', isNumber: true },
      { title: 'Tries', isNumber: true },
      { title: 'Tried last' },
      { title: 'Certificate' },
    ],
    results.map((result) => [
      of === 'member' ? memberIn(result) : result.title,
      result.isPassed ? 'passed' : 'failed',
      result.score === null ? 'not counted' : `${result.score} of ${result.total}`,
      String(result.tries),
      minuteOf(result.triedAt, timeZone),
      result.certificate === null ? 'none' : `${result.revokedAt ? 'revoked: ' : ''}${result.certificate}`,
    ]),
  )
}

function memberIn({ isErased, firstName, lastName, email }: Result): string {
  return isErased
    ? 'erased member'
    : [[firstName, lastName].filter(Boolean).join(' '), email].filter(Boolean).join(', ')
}
