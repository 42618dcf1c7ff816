import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { attachments, courses, lectures, products, subLectures } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'

const inShopOrder = [asc(products.position), asc(products.slug)]
const isForSale = and(eq(products.kind, 'course'), isNotNull(products.publishedAt))

const columnsOnShelf = {
  id: products.id,
  slug: products.slug,
  title: products.title,
  shortDescription: products.shortDescription,
  priceCents: products.priceCents,
}

export function listPublishedCourses(db: Executor) {
  return db
    .select(columnsOnShelf)
    .from(products)
    .where(isForSale)
    .orderBy(...inShopOrder)
}

/** As many courses as there are titles: first those of these titles, whatever their case and in this order. */
export function listCoursesByTitle(db: Executor, titles: readonly string[]) {
  const lowered = titles.map((title) => title.toLowerCase())
  const place = sql`array_position(${sql.param(lowered)}::text[], lower(${products.title}))`
  return db
    .select(columnsOnShelf)
    .from(products)
    .where(isForSale)
    .orderBy(sql`${place} nulls last`, ...inShopOrder)
    .limit(titles.length)
}

export async function findPublishedCourse(db: Executor, slug: string) {
  const [course] = await db
    .select({
      id: products.id,
      slug: products.slug,
      title: products.title,
      shortDescription: products.shortDescription,
      fullDescription: products.fullDescription,
      priceCents: products.priceCents,
      currency: products.currency,
      level: courses.level,
    })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .where(and(isForSale, eq(products.slug, slug)))
  return course
}

/** The lectures with what belongs to each, in one statement. */
export function listLecturesAsSold(db: Executor, courseId: string) {
  const parts = db
    .select({
      lectureId: subLectures.lectureId,
      list: sql<{ id: string; title: string }[]>`
        json_agg(json_build_object('id', ${subLectures.id}, 'title', ${subLectures.title}) order by ${subLectures.position})
      `.as('parts_list'),
    })
    .from(subLectures)
    .groupBy(subLectures.lectureId)
    .as('parts')
  const handouts = db
    .select({
      lectureId: attachments.lectureId,
      names: sql<string[]>`json_agg(${attachments.name} order by ${attachments.position})`.as('handout_names'),
    })
    .from(attachments)
    .groupBy(attachments.lectureId)
    .as('handouts')
  return db
    .select({
      slug: lectures.slug,
      name: lectures.name,
      description: lectures.description,
      seconds: files.seconds,
      subLectures: parts.list,
      attachmentNames: handouts.names,
    })
    .from(lectures)
    .leftJoin(files, eq(files.id, lectures.videoFileId))
    .leftJoin(parts, eq(parts.lectureId, lectures.id))
    .leftJoin(handouts, eq(handouts.lectureId, lectures.id))
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .orderBy(asc(lectures.position))
}
