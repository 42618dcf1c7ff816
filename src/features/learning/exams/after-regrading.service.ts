import { inCodes } from '#db/failures.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { askForCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { DataOf } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { findExamined } from './exams.queries.ts'
import { tellOfPass } from './exams.queues.ts'
import { followOnce, listToFollow, type Whose } from './after-regrading.queries.ts'
import { courseTitle } from './regrading.queries.ts'
import { passedNowLetter } from './passed-after-regrading.email.ts'
import { passedAttempt } from './certificate-steps.service.ts'

/**
 * The job: who passes by marking again gets the certificate, or is told what it still needs. Nobody's failure stops the others; throws at the
 * end where something failed, and goes on with those who are left when it is run again.
 */
export async function giveWhatFollows(deps: Deps): Promise<void> {
  let failed = 0
  for (const whose of await listToFollow(deps.db)) {
    try {
      await giveTo(deps, whose)
    } catch (error) {
      failed += 1
      deps.log.error({ ...whose, why: inCodes(error) }, 'who passes by marking again was not given what follows')
    }
  }
  if (failed > 0) throw new Error(`Members who pass by marking again and were not given what follows: ${failed}`)
}

async function giveTo(deps: Deps, whose: Whose): Promise<void> {
  const { db, jobs } = deps
  const isMissingSomething = await needsMore(deps, whose)
  await db.transaction(async (tx) => {
    if ((await followOnce(tx, whose)) && isMissingSomething) await jobs.enqueue(tx, tellOfPass, whose)
  })
}

/** Issues the certificate; true where it still needs something of the member. Who has one, or the course no more, needs nothing. */
async function needsMore(deps: Deps, whose: Whose): Promise<boolean> {
  const { db } = deps
  const { hasCertificate } = await findExamined(db, whose)
  if (hasCertificate || !(await ownsProduct(db, whose.memberId, whose.courseId))) return false
  const passed = await passedAttempt(db, whose)
  if (!passed) return false
  try {
    await askForCertificate(deps, { ...whose, passed, isMarkedAgain: true })
    return false
  } catch (error) {
    // A step before it is missing, or a name that can be printed.
    if (error instanceof AppError && (error.code === 'steps_missing' || error.code === 'invalid')) return true
    throw error
  }
}

/** The job: tells a member that he has passed, unless he has the certificate by now, or was erased. */
export async function mailPass(
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  whose: DataOf<typeof tellOfPass>,
): Promise<void> {
  const [member, course, { hasCertificate }] = await Promise.all([
    findMember(db, whose.memberId),
    courseTitle(db, whose.courseId),
    findExamined(db, whose),
  ])
  if (!member || !course || hasCertificate) return
  const address = config.publicUrl + pageAddress('/Examination/:id/Evaluation', { id: course.slug })
  const letter = passedNowLetter({ site: await readSite(db), courseName: course.title, address })
  await mail.send({ to: member.email, memberId: member.id, ...letter })
}
