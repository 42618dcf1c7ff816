import { isUniqueViolation } from '#db/database-errors.ts'
import type { Transaction } from '#db/open-database.ts'
import { assertActive, recordEvent, recordEventForMembers } from '#features/foundation/audit-log/audit-log.public.ts'
import { listMembersByEmail } from '#features/people/accounts/accounts.public.ts'
import { Email } from '#features/people/accounts/member-forms.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatList } from '#shared/format-list.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  countGroupMembers,
  deleteGroupCourse,
  deleteGroupMembers,
  deleteGroupRow,
  findCourse,
  findGroup,
  insertGroup,
  insertGroupCourse,
  insertGroupMembers,
  listGroupCourses,
  lockGroup,
  updateGroup,
} from './groups.queries.ts'
import { MAX_EMAILS, MAX_GROUP_MEMBERS, readPastedEmails } from './groups.rules.ts'

type GroupDeps = Pick<Deps, 'db' | 'now'>
type GroupText = { name: string; note: string }
type InGroup = { groupId: string; by: Staff }

const groupNotFoundError = () => new AppError('not_found', 'Group not found.')

export function assertMayChange(by: Staff): void {
  if (!hasPermission(by, 'change group')) throw permissionDeniedError(by, 'change group')
}

type LockedGroup = { id: string } & GroupText

/** Changes a group in a transaction that locks it. */
async function changeLocked<Result>(
  deps: GroupDeps,
  inGroup: InGroup,
  change: (tx: Transaction, group: LockedGroup) => Promise<Result>,
): Promise<Result> {
  assertMayChange(inGroup.by)
  return withLockedGroup(deps, inGroup, change)
}

export async function withLockedGroup<Result>(
  deps: GroupDeps,
  { groupId, by }: InGroup,
  change: (tx: Transaction, group: LockedGroup) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction(async (tx) => {
    // Staff are locked before groups.
    await assertActive(tx, by)
    const group = await lockGroup(tx, groupId)
    if (!group) throw groupNotFoundError()
    return change(tx, group)
  })
}

const toSubject = ({ id, name }: { id: string; name: string }) => ({ id, name })

async function rejectTakenName<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error, 'groups_name_unique')) throw error
    throw fieldErrors({ name: ['A group with this name already exists. Choose another name.'] })
  }
}

export async function getGroup({ db }: Pick<Deps, 'db'>, groupId: string) {
  const group = await findGroup(db, groupId)
  if (!group) throw groupNotFoundError()
  return { ...group, courses: await listGroupCourses(db, groupId) }
}

export async function createGroup(
  { db, now }: GroupDeps,
  { by, ...group }: GroupText & { by: Staff },
): Promise<string> {
  assertMayChange(by)
  return rejectTakenName(
    db.transaction(async (tx) => {
      const id = await insertGroup(tx, group)
      await recordEvent(tx, { at: now(), kind: 'group.made', by, subject: { id, name: group.name } })
      return id
    }),
  )
}

/** Throws field errors if the name is taken, or if someone changed the group since it was shown as `insteadOf`. */
export function changeGroup(
  deps: GroupDeps,
  { groupId, by, insteadOf, ...text }: InGroup & GroupText & { insteadOf: GroupText },
): Promise<void> {
  return rejectTakenName(
    changeLocked(deps, { groupId, by }, async (tx, group) => {
      if (group.name !== insteadOf.name || group.note !== insteadOf.note)
        throw fieldErrors({ name: ['Someone changed this group after you opened this page. Reload the page.'] })
      await updateGroup(tx, groupId, text)
      await recordEvent(tx, {
        at: deps.now(),
        kind: 'group.changed',
        by,
        subject: { id: groupId, name: text.name },
        before: { name: group.name },
        after: { name: text.name },
      })
    }),
  )
}

/** Deletes only the group: its members keep their accounts and access. */
export function deleteGroup(deps: GroupDeps, { groupId, by }: InGroup): Promise<void> {
  return changeLocked(deps, { groupId, by }, async (tx, group) => {
    const members = await countGroupMembers(tx, groupId)
    await recordEvent(tx, {
      at: deps.now(),
      kind: 'group.deleted',
      by,
      subject: toSubject(group),
      before: { members },
    })
    await deleteGroupRow(tx, groupId)
  })
}

/** Reads addresses, each once. Throws field errors that name what is not an address. */
export function parseEmails(text: string): string[] {
  const { emails, invalid } = readPastedEmails(text)
  const wrong = [...invalid, ...emails.filter((email) => !Email.safeParse(email).success)]
  if (wrong.length > 0) {
    const named = wrong.slice(0, 5).map((each) => `“${each.slice(0, 60)}”`)
    const more = wrong.length > named.length ? [`${wrong.length - named.length} more`] : []
    throw fieldErrors({
      emails: [`Correct or remove what isn’t an email address: ${formatList([...named, ...more], 'and')}.`],
    })
  }
  if (emails.length === 0) throw fieldErrors({ emails: ['Enter at least one email address.'] })
  if (emails.length > MAX_EMAILS)
    throw fieldErrors({ emails: [`Enter up to ${MAX_EMAILS.toLocaleString('en-US')} addresses at a time.`] })
  return emails
}

type Added = { added: number; had: number; unknown: string[] }

/** Adds the members with these addresses to a group, and returns the addresses that have no account. */
export async function addGroupMembers(
  deps: GroupDeps,
  { groupId, emails, by }: InGroup & { emails: string },
): Promise<Added> {
  const addresses = parseEmails(emails)
  return changeLocked(deps, { groupId, by }, (tx, group) => addByEmail(deps, tx, { group, emails: addresses, by }))
}

type AddedPeople = { group: LockedGroup; emails: string[]; by: Staff }

export async function addByEmail(
  { now }: GroupDeps,
  tx: Transaction,
  { group, emails, by }: AddedPeople,
): Promise<Added> {
  const found = await listMembersByEmail(
    tx,
    emails.map((email) => email.toLowerCase()),
  )
  const memberIds = found.map(({ id }) => id)
  const at = now()
  const added = await insertGroupMembers(tx, { groupId: group.id, memberIds, addedAt: at })
  if ((await countGroupMembers(tx, group.id)) > MAX_GROUP_MEMBERS)
    throw fieldErrors({
      emails: [`A group can have up to ${MAX_GROUP_MEMBERS.toLocaleString('en-US')} members. Create another group.`],
    })
  await recordEventForMembers(tx, {
    at,
    kind: 'group.member_added',
    by,
    memberIds: added,
    subject: toSubject(group),
  })
  const known = new Set(found.map(({ email }) => email))
  return {
    added: added.length,
    had: memberIds.length - added.length,
    unknown: emails.filter((email) => !known.has(email.toLowerCase())),
  }
}

export function removeGroupMembers(
  deps: GroupDeps,
  { groupId, memberIds, by }: InGroup & { memberIds: string[] },
): Promise<number> {
  return changeLocked(deps, { groupId, by }, async (tx, group) => {
    const removed = await deleteGroupMembers(tx, groupId, memberIds)
    await recordEventForMembers(tx, {
      at: deps.now(),
      kind: 'group.member_removed',
      by,
      memberIds: removed,
      subject: toSubject(group),
    })
    return removed.length
  })
}

export type CourseInGroup = InGroup & { courseId: string }

/** Lists a course's progress for the group. This gives no one access. */
export function addGroupCourse(deps: GroupDeps, { courseId, ...inGroup }: CourseInGroup): Promise<void> {
  return changeLocked(deps, inGroup, async (tx, group) => {
    const course = await findCourse(tx, { id: courseId })
    if (!course) throw fieldErrors({ course: ['This course no longer exists.'] })
    if (!(await insertGroupCourse(tx, group.id, courseId))) return
    await recordCourse(deps, tx, { kind: 'group.course_added', group, course: course.slug, by: inGroup.by })
  })
}

export function removeGroupCourse(deps: GroupDeps, { courseId, ...inGroup }: CourseInGroup): Promise<void> {
  return changeLocked(deps, inGroup, async (tx, group) => {
    const course = await findCourse(tx, { id: courseId })
    if (!course || !(await deleteGroupCourse(tx, group.id, courseId))) return
    await recordCourse(deps, tx, { kind: 'group.course_removed', group, course: course.slug, by: inGroup.by })
  })
}

type CourseEvent = {
  kind: 'group.course_added' | 'group.course_removed'
  group: { id: string; name: string }
  course: string
  by: Staff
}

export async function recordCourse({ now }: GroupDeps, tx: Transaction, { group, course, ...event }: CourseEvent) {
  await recordEvent(tx, { ...event, at: now(), subject: toSubject(group), after: { course } })
}
