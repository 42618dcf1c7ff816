import { imagesOf, imageUrlOf } from '#features/media/media.public.ts'
import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { readPage } from '#shared/paging.ts'
import type { CourseInShop, CourseOnShelf } from './courses.contract.ts'
import { findPublishedCourse, listCoursesBySlug, listLecturesAsSold, listPublishedCourses } from './courses.queries.ts'

export async function coursesOnShelf({ db }: Pick<Deps, 'db'>): Promise<CourseOnShelf[]> {
  return withCovers(db, await listPublishedCourses(db))
}

export async function pageOfCourses({ db }: Pick<Deps, 'db'>, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedCourses(db, part))
  return { items: await withCovers(db, rows), ...page }
}

const MANY_POPULAR = 3

/** Those that the operator chose and that are on sale; where there is none of them, the first of the shop. */
export async function popularCourses({ db }: Pick<Deps, 'db'>): Promise<CourseOnShelf[]> {
  const { popular_courses: slugs } = await readSite(db)
  const courses = await listCoursesBySlug(db, slugs, MANY_POPULAR)
  const chosen = courses.filter(({ slug }) => slugs.includes(slug))
  return withCovers(db, chosen.length > 0 ? chosen : courses)
}

async function withCovers(db: Deps['db'], courses: Awaited<ReturnType<typeof listCoursesBySlug>>) {
  const covers = await imagesOf(db, courses)
  return courses.map(({ id, slug, title, shortDescription, priceCents }) => ({
    id_: slug,
    image_url: imageUrlOf(covers.get(id)),
    images: covers.get(id) ?? [],
    course_name: title,
    course_short_description: shortDescription,
    price: decimalOf(cents(priceCents)),
  }))
}

/** Without a member nobody owns anything: that view is the same for all, and may be cached. */
export async function courseInShop(
  { db }: Pick<Deps, 'db'>,
  memberId: string | undefined,
  slug: string,
): Promise<CourseInShop> {
  const course = await findPublishedCourse(db, memberId, slug)
  if (!course) throw new AppError('not_found', 'No such course.')
  const [covers, lectures] = await Promise.all([imagesOf(db, [course]), listLecturesAsSold(db, course.id)])
  return {
    id_: course.slug,
    imageURL: imageUrlOf(covers.get(course.id)),
    images: covers.get(course.id) ?? [],
    course_name: course.title,
    course_short_description: course.shortDescription,
    course_full_description: course.fullDescription,
    course_full_description_html: markdownToHtml(course.fullDescription),
    level: course.level,
    price: decimalOf(cents(course.priceCents)),
    currency: course.currency,
    isPurchased: course.isPurchased,
    isDisputed: course.isDisputed,
    study_seconds: Math.round(lectures.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)),
    lectures: lectures.map((lecture) => ({
      id: lecture.slug,
      lecture_name: lecture.name,
      lecture_description: lecture.description,
      sub_lecture: lecture.subLectures.map(({ id, title }) => ({ id, sub_lecture_title: title })),
      attachments: lecture.attachmentNames.map((name) => ({ file_name: name, file_url: null })),
      seconds: lecture.seconds,
    })),
  }
}
