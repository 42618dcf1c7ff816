import {
  type Enrollment,
  type EnrollmentFile,
  type EnrollmentResult,
  enrollPeople,
  readEnrollmentFile,
} from '#features/commerce/access/enrollment.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError } from '#shared/policy.ts'
import type { EncodingCandidate } from '#shared/text-encoding.ts'
import { findCourse, insertGroupCourse, listGroupCourses, listGroupEmails } from './groups.queries.ts'
import {
  addByEmail,
  assertMayChange,
  type CourseInGroup,
  parseEmails,
  recordCourse,
  withLockedGroup,
} from './groups.service.ts'

type AccessDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>

type AccessRequest = CourseInGroup & {
  /** Also invites and adds these addresses; null gives access to the members that the group has. */
  emails: string | null
  reason: string
}

/**
 * Gives members of a group access to one of its courses, like enrolling from a file: unknown addresses get accounts and
 * are invited. The group's members whose accounts are locked are left out, and so are staff themselves. `leftOut` says
 * why.
 */
export async function giveGroupAccess(
  deps: AccessDeps,
  { groupId, courseId, emails: typed, reason, by }: AccessRequest,
): Promise<{ granted: number; made: number; had: number; leftOut: string[] }> {
  if (!hasPermission(by, 'bulk enroll')) throw permissionDeniedError(by, 'bulk enroll')
  if (typed !== null) assertMayChange(by)
  const addresses = typed === null ? undefined : parseEmails(typed)
  return withLockedGroup(deps, { groupId, by }, async (tx, group) => {
    const course = (await listGroupCourses(tx, groupId)).find(({ id }) => id === courseId)
    if (!course) throw fieldErrors({ course: ['Choose one of the group’s courses.'] })
    const emails = addresses ?? (await listGroupEmails(tx, groupId)).map(({ email }) => email)
    const people = emails.map((email, at) => ({
      line: at + 1,
      email,
      firstName: '',
      lastName: '',
      credentialsAfterName: '',
    }))
    const given = { people, slug: course.slug, reason, isOnlyChecked: false, skipsMistakes: !addresses, by }
    const { mistakes, ...enrolled } = await enrollPeople(deps, tx, given)
    const leftOut = mistakes.map(({ message }) => message)
    if (addresses && leftOut.length > 0) throw fieldErrors({ emails: leftOut })
    if (addresses) await addByEmail(deps, tx, { group, emails: addresses, by })
    return { ...enrolled, leftOut }
  })
}

type FileEnrollment = Enrollment & { groupId: string; file: EnrollmentFile }

/**
 * Enrolls everyone in a file, like `enrollMembers`, and adds them to the group, including those who already had access.
 * If the product is a course, the group's progress list shows it from then on.
 */
export async function enrollIntoGroup(
  deps: AccessDeps,
  { groupId, file: given, ...enrollment }: FileEnrollment,
): Promise<(EnrollmentResult & { added: number }) | { readings: EncodingCandidate[] }> {
  const { by, slug, isOnlyChecked } = enrollment
  assertMayChange(by)
  const file = await readEnrollmentFile(given, by)
  if ('readings' in file) return file
  return withLockedGroup(deps, { groupId, by }, async (tx, group) => {
    const enrolled = await enrollPeople(deps, tx, { ...enrollment, ...file })
    const rejected = new Set(enrolled.mistakes.map(({ line }) => line))
    const emails = file.people.filter(({ line }) => !rejected.has(line)).map(({ email }) => email)
    if (isOnlyChecked || enrolled.granted + enrolled.had === 0) return { ...enrolled, added: 0, file }
    const course = await findCourse(tx, { slug })
    if (course && (await insertGroupCourse(tx, groupId, course.id)))
      await recordCourse(deps, tx, { kind: 'group.course_added', group, course: slug, by })
    const { added } = await addByEmail(deps, tx, { group, emails, by })
    return { ...enrolled, added, file }
  })
}
