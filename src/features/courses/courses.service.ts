import { imagesOf } from '#features/media/media.public.ts'
import { readPortrait, readSite, type Site } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import { imageAddress } from '#shared/image-address.ts'
import { readPage } from '#shared/paging.ts'
import { findPublishedCourse, listCoursesBySlug, listLecturesAsSold, listPublishedCourses } from './courses.queries.ts'
import { studyMinutes } from './study-time.rules.ts'

export async function coursesOnShelf({ db }: Pick<Deps, 'db'>) {
  return withCovers(db, await listPublishedCourses(db))
}

export async function pageOfCourses({ db }: Pick<Deps, 'db'>, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedCourses(db, part))
  return { courses: await withCovers(db, rows), ...page }
}

const MANY_POPULAR = 3

/** Those that the operator chose and that are on sale; where there is none of them, the first of the shop. */
export async function popularCourses({ db }: Pick<Deps, 'db'>) {
  const { popularCourses: slugs } = await readSite(db)
  const courses = await listCoursesBySlug(db, slugs, MANY_POPULAR)
  const chosen = courses.filter(({ slug }) => slugs.includes(slug))
  return withCovers(db, chosen.length > 0 ? chosen : courses)
}

async function withCovers<Course extends { id: string }>(db: Deps['db'], courses: Course[]) {
  const covers = await imagesOf(db, courses)
  return courses.map((course) => ({ ...course, images: covers.get(course.id) ?? [] }))
}

/** Without a member nobody owns anything: that view is the same for all, and may be cached. */
export async function courseInShop({ db }: Pick<Deps, 'db'>, memberId: string | undefined, slug: string) {
  const course = await findPublishedCourse(db, memberId, slug)
  if (!course) throw new AppError('not_found', 'No such course.')
  const [covers, lectures, site] = await Promise.all([
    imagesOf(db, [course]),
    listLecturesAsSold(db, course.id),
    readSite(db),
  ])
  return {
    ...course,
    images: covers.get(course.id) ?? [],
    lectures,
    minutes: minutesOf(course, lectures),
    updatedOn: dayOf(course.updatedAt, site.timeZone),
    teacher: await teacherOf(db, course, site),
  }
}

type Course = NonNullable<Awaited<ReturnType<typeof findPublishedCourse>>>

function minutesOf({ questions }: Course, lectures: Awaited<ReturnType<typeof listLecturesAsSold>>) {
  const sum = (one: 'seconds' | 'pages' | 'words') =>
    lectures.reduce((total, lecture) => total + (lecture[one] ?? 0), 0)
  return studyMinutes({ lectureSeconds: sum('seconds'), pages: sum('pages'), words: sum('words'), questions })
}

/** The course's own teacher, or the founder, whose story stands on a page of its own. */
async function teacherOf(db: Deps['db'], { teacher, portrait }: Course, { founder }: Site) {
  if (teacher)
    return { ...teacher, isFounder: false, images: [], imageUrl: portrait && imageAddress(portrait.id, portrait.name) }
  if (!founder) return null
  const { name, credentials, license, experience } = founder
  const images = await readPortrait(db)
  return { name, credentials, license, experience, text: '', isFounder: true, images, imageUrl: null }
}
