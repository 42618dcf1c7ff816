import { describeErrorCodes } from '#db/database-errors.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { issueUnlessMissing } from './awaited-certificates.service.ts'
import { findExamTaker } from './exams.queries.ts'
import { sendPassEmail } from './exams.queues.ts'
import { markFollowedUp, listPendingFollowUps, type MemberCourse } from './after-regrading.queries.ts'
import { findCourseTitle } from './regrading.queries.ts'
import { renderPassedAfterRegradingEmail } from './passed-after-regrading.email.ts'

/**
 * The job handler: members who passed because of a regrade get their certificate, or an email about what is missing. If
 * one member fails, continues with the others and throws at the end; a retry continues with those that failed.
 */
export async function followUpRegradedPasses(deps: Deps): Promise<void> {
  let failed = 0
  for (const whose of await listPendingFollowUps(deps.db)) {
    try {
      await followUpMember(deps, whose)
    } catch (error) {
      failed += 1
      deps.log.error(
        { ...whose, why: describeErrorCodes(error) },
        'a member who passed after regrading was not sent the next steps',
      )
    }
  }
  if (failed > 0) throw new Error(`Members who passed after regrading and were not sent the next steps: ${failed}`)
}

async function followUpMember(deps: Deps, whose: MemberCourse): Promise<void> {
  const { db, jobs } = deps
  const isMissingSomething = await issueUnlessMissing(deps, whose, { isMarkedAgain: true })
  await db.transaction(async (tx) => {
    if ((await markFollowedUp(tx, whose)) && isMissingSomething) await jobs.enqueue(tx, sendPassEmail, whose)
  })
}

/** The job handler: emails a member that they passed, unless they already have the certificate or were erased. */
export async function deliverPassEmail(
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  whose: JobData<typeof sendPassEmail>,
): Promise<void> {
  const [member, course, { hasCertificate }] = await Promise.all([
    findMember(db, whose.memberId),
    findCourseTitle(db, whose.courseId),
    findExamTaker(db, whose),
  ])
  if (!member || !course || hasCertificate) return
  const address = config.publicUrl + pageAddress('/Examination/:id/Evaluation', { id: course.slug })
  const email = renderPassedAfterRegradingEmail({
    site: await readSite(db),
    member,
    courseName: course.title,
    address,
  })
  await mail.send({ to: member.email, memberId: member.id, ...email })
}
