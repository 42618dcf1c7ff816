import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { containsPattern } from '#db/like-patterns.ts'
import type { Executor } from '#db/open-database.ts'
import { courses, products } from '#db/tables/catalog.ts'
import { groupCourses, groupMembers, groups } from '#db/tables/groups.ts'
import { members } from '#db/tables/members.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'

const { id, name, note } = groups
const memberCount = sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groups.id})`
const courseCount = sql<number>`(select count(*)::int from ${groupCourses} where ${groupCourses.groupId} = ${groups.id})`

type GroupSearch = {
  /** All words must be in the name. */
  words?: readonly string[] | undefined
  /** Lists the groups after the group with this ID. */
  after?: string | undefined
  limit: number
}

/** Groups by name. */
export function listGroups(db: Executor, { words = [], after, limit }: GroupSearch) {
  return db
    .select({ id, name, members: memberCount, courses: courseCount })
    .from(groups)
    .where(
      and(
        ...words.map((word) => sql`lower(${name}) like lower(${containsPattern(word)})`),
        after === undefined
          ? undefined
          : sql`(lower(${name}), ${id}) > (select lower(last.name), last.id from groups last where last.id = ${after}::uuid)`,
      ),
    )
    .orderBy(sql`lower(${name})`, id)
    .limit(limit)
}

export async function findGroup(db: Executor, groupId: string) {
  const [group] = await db.select({ id, name, note, members: memberCount }).from(groups).where(eq(id, groupId))
  return group
}

/** Locks the group, so that it isn't changed or deleted before the transaction ends. */
export async function lockGroup(db: Executor, groupId: string) {
  const [group] = await db.select({ id, name, note }).from(groups).where(eq(id, groupId)).for('update')
  return group
}

/** The group's courses, with the number of its members who have access to each. */
export function listGroupCourses(db: Executor, groupId: string) {
  return db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.title,
      isForSale: sql<boolean>`${products.publishedAt} is not null`,
      withAccess: sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groupId} and ${ownedBy(sql`${groupMembers.memberId}`)})`,
    })
    .from(groupCourses)
    .innerJoin(products, eq(products.id, groupCourses.courseId))
    .where(eq(groupCourses.groupId, groupId))
    .orderBy(products.title)
}

export async function insertGroup(db: Executor, group: { name: string; note: string }): Promise<string> {
  const [made] = await db.insert(groups).values(group).returning({ id })
  if (!made) throw new Error('The group was not stored')
  return made.id
}

export async function updateGroup(db: Executor, groupId: string, group: { name: string; note: string }): Promise<void> {
  await db.update(groups).set(group).where(eq(id, groupId))
}

export async function deleteGroupRow(db: Executor, groupId: string): Promise<void> {
  await db.delete(groups).where(eq(id, groupId))
}

/** Returns the members who were not in the group before. */
export async function insertGroupMembers(
  db: Executor,
  { groupId, memberIds, addedAt }: { groupId: string; memberIds: string[]; addedAt: Date },
): Promise<string[]> {
  if (memberIds.length === 0) return []
  const added = await db
    .insert(groupMembers)
    .values(memberIds.map((memberId) => ({ groupId, memberId, addedAt })))
    .onConflictDoNothing()
    .returning({ id: groupMembers.memberId })
  return added.map((each) => each.id)
}

/** Returns the members who were in the group. */
export async function deleteGroupMembers(db: Executor, groupId: string, memberIds: string[]): Promise<string[]> {
  const removed = await db
    .delete(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), inArray(groupMembers.memberId, memberIds)))
    .returning({ id: groupMembers.memberId })
  return removed.map((each) => each.id)
}

export async function countGroupMembers(db: Executor, groupId: string): Promise<number> {
  const [row] = await db.select({ members: count() }).from(groupMembers).where(eq(groupMembers.groupId, groupId))
  return row?.members ?? 0
}

export async function listGroupEmails(db: Executor, groupId: string): Promise<{ memberId: string; email: string }[]> {
  return db
    .select({ memberId: members.id, email: members.email })
    .from(groupMembers)
    .innerJoin(members, eq(members.id, groupMembers.memberId))
    .where(eq(groupMembers.groupId, groupId))
    .orderBy(members.id)
}

export async function findCourse(db: Executor, course: { id: string } | { slug: string }) {
  const [found] = await db
    .select({ id: products.id, slug: products.slug, name: products.title })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .where('id' in course ? eq(products.id, course.id) : eq(products.slug, course.slug))
  return found
}

/** Returns false if the group has the course already. */
export async function insertGroupCourse(db: Executor, groupId: string, courseId: string): Promise<boolean> {
  const made = await db.insert(groupCourses).values({ groupId, courseId }).onConflictDoNothing().returning()
  return made.length > 0
}

export async function deleteGroupCourse(db: Executor, groupId: string, courseId: string): Promise<boolean> {
  const deleted = await db
    .delete(groupCourses)
    .where(and(eq(groupCourses.groupId, groupId), eq(groupCourses.courseId, courseId)))
    .returning()
  return deleted.length > 0
}
