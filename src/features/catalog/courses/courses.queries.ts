import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { lectureKind, readingWords } from '#db/lecture-kind.ts'
import type { Executor } from '#db/open-database.ts'
import {
  attachments,
  courses,
  lectures,
  productAddresses,
  products,
  questions,
  subLectures,
} from '#db/tables/catalog.ts'
import { approvals } from '#db/tables/approvals.ts'
import { productVersions } from '#db/tables/drafts.ts'
import { files } from '#db/tables/files.ts'
import { total } from '#db/total.ts'
import { isDisputedFor, isOwnedBy } from '#features/foundation/ownership/ownership.public.ts'
import { hasAddress, shelfOrder, isPublished } from '#features/foundation/products/products.public.ts'
import type { LectureKind } from '#shared/lecture-kind.ts'
import { type RowRange, ALL_ROWS } from '#shared/paging.ts'

const isPublishedCourse = and(eq(products.kind, 'course'), isPublished)

type CourseSample = { name: string; seconds: number | null; kind: LectureKind }

/** The course's free sample lecture. Null if there is none. */
const courseSample = sql<CourseSample | null>`(
  select json_build_object('name', ${lectures.name}, 'seconds', ${files.seconds}, 'kind', ${lectureKind})
  from ${lectures} left join ${files} on ${files.id} = ${lectures.recordingFileId}
  where ${lectures.courseId} = ${products.id} and ${lectures.isSample} and ${lectures.retiredAt} is null
  order by ${lectures.position} limit 1)`

const summaryColumns = {
  id: products.id,
  slug: products.slug,
  title: products.title,
  shortDescription: products.shortDescription,
  priceCents: products.priceCents,
  // The SQL is nested because Drizzle omits table names from the outermost query when a select has only one table.
  sample: sql<CourseSample | null>`${courseSample}`,
}

export function listPublishedCourses(db: Executor, { limit, offset }: RowRange = ALL_ROWS) {
  return db
    .select({ ...summaryColumns, total })
    .from(products)
    .where(isPublishedCourse)
    .orderBy(...shelfOrder)
    .limit(limit)
    .offset(offset)
}

/**
 * Lists at most `many` published courses: first those with these slugs, in this order, then the others in catalog
 * order.
 */
export function listCoursesBySlug(db: Executor, slugs: readonly string[], many: number) {
  const place = sql`(select min(array_position(${sql.param([...slugs])}::text[], ${productAddresses.slug}))
    from ${productAddresses} where ${productAddresses.productId} = products.id)`
  return db
    .select({ ...summaryColumns, isNamed: sql<boolean>`${place} is not null` })
    .from(products)
    .where(isPublishedCourse)
    .orderBy(sql`${place} nulls last`, ...shelfOrder)
    .limit(many)
}

/** Lists the courses that went on sale last. Courses that went on sale at the same moment are in catalog order. */
export function listNewestCourses(db: Executor, many: number) {
  return db
    .select(summaryColumns)
    .from(products)
    .where(isPublishedCourse)
    .orderBy(desc(products.publishedAt), ...shelfOrder)
    .limit(many)
}

/** When the content last changed. Saving the same content again is not a change. */
const lastChange = sql<Date>`coalesce((
  select max(${productVersions.publishedAt}) from ${productVersions} where ${productVersions.productId} = ${products.id}), ${products.updatedAt})`.mapWith(
  products.updatedAt,
)

/** How many questions an exam attempt has. */
const examQuestionCount = sql<number>`(
  select least(count(*), coalesce(${courses.examinationDraw}, count(*)))::int from ${questions} where ${courses.exam} is null and ${questions.courseId} = ${products.id} and ${questions.retiredAt} is null)`

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
      ...getTableColumns(courses),
      portrait: { id: files.id, name: files.name },
      approval: approvals,
      completionRule: courses.completionRule,
      questions: examQuestionCount,
      sample: courseSample,
      isPurchased: isOwnedBy(memberId),
      isDisputed: isDisputedFor(memberId),
    })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .leftJoin(files, eq(files.id, courses.teacherPortraitFileId))
    .leftJoin(approvals, eq(approvals.courseId, products.id))
    .where(and(isPublishedCourse, hasAddress(slug)))
  return course
}

/** Finds the data from which a course's study time is calculated, whether or not the course is for sale. */
export async function findStudyTimeInputs(db: Executor, productId: string): Promise<{ questions: number } | undefined> {
  const [found] = await db
    .select({ questions: examQuestionCount })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .where(eq(products.id, productId))
  return found
}

export function listLectureSummaries(db: Executor, courseId: string) {
  // Each lecture has its own subquery, because a join with a grouped table would also aggregate the parts of all other
  // courses.
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
      kind: lectureKind,
      readingWords,
      subLectures: parts,
      attachmentNames,
      pages: sumOf(handedOut.pages),
      words: sumOf(handedOut.words),
    })
    .from(lectures)
    .leftJoin(files, eq(files.id, lectures.recordingFileId))
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .orderBy(asc(lectures.position))
}
