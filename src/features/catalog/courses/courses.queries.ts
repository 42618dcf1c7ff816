import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open.ts'
import {
  attachments,
  courses,
  lectures,
  productAddresses,
  products,
  questions,
  subLectures,
} from '#db/tables/catalogue.ts'
import { approvals } from '#db/tables/approvals.ts'
import { productVersions } from '#db/tables/drafts.ts'
import { files } from '#db/tables/files.ts'
import { total } from '#db/total.ts'
import { isDisputedOf, isOwnedBy } from '#features/foundation/ownership/ownership.public.ts'
import { atAddress, inShelfOrder, isPublished } from '#features/foundation/products/products.public.ts'
import { type Part, WHOLE } from '#shared/paging.ts'

const isOffered = and(eq(products.kind, 'course'), isPublished)

/** The lecture that everybody may watch of the course at hand; null where there is none. */
const sampleOfCourse = sql<{ name: string; seconds: number | null } | null>`(
  select json_build_object('name', ${lectures.name}, 'seconds', ${files.seconds})
  from ${lectures} join ${files} on ${files.id} = ${lectures.videoFileId}
  where ${lectures.courseId} = ${products.id} and ${lectures.isSample} and ${lectures.retiredAt} is null
  order by ${lectures.position} limit 1)`

const columnsOnShelf = {
  id: products.id,
  slug: products.slug,
  title: products.title,
  shortDescription: products.shortDescription,
  priceCents: products.priceCents,
  // Wrapped: where a select has one table only, Drizzle leaves the names of tables out of the outermost one.
  sample: sql<{ name: string; seconds: number | null } | null>`${sampleOfCourse}`,
}

export function listPublishedCourses(db: Executor, { limit, offset }: Part = WHOLE) {
  return db
    .select({ ...columnsOnShelf, total })
    .from(products)
    .where(isOffered)
    .orderBy(...inShelfOrder)
    .limit(limit)
    .offset(offset)
}

/** At most `many` courses on offer: first those with these slugs, in this order, then the others in shelf order. */
export function listCoursesBySlug(db: Executor, slugs: readonly string[], many: number) {
  const place = sql`(select min(array_position(${sql.param([...slugs])}::text[], ${productAddresses.slug}))
    from ${productAddresses} where ${productAddresses.productId} = products.id)`
  return db
    .select(columnsOnShelf)
    .from(products)
    .where(isOffered)
    .orderBy(sql`${place} nulls last`, ...inShelfOrder)
    .limit(many)
}

/** When something of it became another; saving the same again is no change. */
const lastChange = sql<Date>`coalesce((
  select max(${productVersions.publishedAt}) from ${productVersions} where ${productVersions.productId} = ${products.id}), ${products.updatedAt})`.mapWith(
  products.updatedAt,
)

/** How many of the bank a paper asks. */
const questionsAsked = sql<number>`(
  select least(count(*), coalesce(${courses.examinationDraw}, count(*)))::int from ${questions} where ${questions.courseId} = ${products.id} and ${questions.retiredAt} is null)`

export async function findPublishedCourse(db: Executor, memberId: string | undefined, slug: string) {
  const [course] = await db
    .select({
      id: products.id,
      slug: products.slug,
      title: products.title,
      shortDescription: products.shortDescription,
      fullDescription: products.fullDescription,
      priceCents: products.priceCents,
      currency: products.currency,
      updatedAt: lastChange,
      level: courses.level,
      outcomes: courses.outcomes,
      audience: courses.audience,
      sources: courses.sources,
      commonQuestions: courses.commonQuestions,
      teacher: courses.teacher,
      portrait: { id: files.id, name: files.name },
      approval: approvals,
      questions: questionsAsked,
      sample: sampleOfCourse,
      isPurchased: isOwnedBy(memberId),
      isDisputed: isDisputedOf(memberId),
    })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .leftJoin(files, eq(files.id, courses.teacherPortraitFileId))
    .leftJoin(approvals, eq(approvals.courseId, products.id))
    .where(and(isOffered, atAddress(slug)))
  return course
}

/** What the study time of a course is worked out of, whether it is on sale or not. */
export async function findToWorkOut(db: Executor, productId: string): Promise<{ questions: number } | undefined> {
  const [found] = await db
    .select({ questions: questionsAsked })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .where(eq(products.id, productId))
  return found
}

/** The lectures with what belongs to each, in one statement. */
export function listLecturesAsSold(db: Executor, courseId: string) {
  // A subquery for each lecture: as a joined, grouped table it would gather the parts of all other courses too.
  const parts = sql<{ id: string; title: string }[]>`(
    select coalesce(json_agg(json_build_object('id', ${subLectures.id}, 'title', ${subLectures.title}) order by ${subLectures.position}), '[]')
    from ${subLectures} where ${subLectures.lectureId} = ${lectures.id})`
  const attachmentNames = sql<string[]>`(
    select coalesce(json_agg(${attachments.name} order by ${attachments.position}), '[]')
    from ${attachments} where ${attachments.lectureId} = ${lectures.id})`
  const handedOut = alias(files, 'handed_out')
  const sumOf = (column: AnyPgColumn) =>
    sql<number>`(
      select coalesce(sum(${column}), 0)::int from ${attachments} join ${files} ${handedOut} on ${handedOut.id} = ${attachments.fileId}
      where ${attachments.lectureId} = ${lectures.id})`
  return db
    .select({
      slug: lectures.slug,
      name: lectures.name,
      description: lectures.description,
      seconds: files.seconds,
      subLectures: parts,
      attachmentNames,
      pages: sumOf(handedOut.pages),
      words: sumOf(handedOut.words),
    })
    .from(lectures)
    .leftJoin(files, eq(files.id, lectures.videoFileId))
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .orderBy(asc(lectures.position))
}
