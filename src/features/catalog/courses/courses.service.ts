import type { Executor } from '#db/open-database.ts'
import {
  buildWorksheet,
  computeStudyMinutes,
  type StudyTimeInputs,
} from '#features/credentials/contact-hours/contact-hours.public.ts'
import { listCoverImages } from '#features/foundation/media/media.public.ts'
import { readPortrait, readSite, type Site } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { type Approval, getContactHours } from '#shared/contact-hours.ts'
import { formatDay, formatMonth } from '#shared/dates.ts'
import { imageAddress } from '#shared/image-address.ts'
import { readPage } from '#shared/paging.ts'
import { MAX_NEWEST_COURSES, MAX_POPULAR_COURSES } from '#shared/site-limits.ts'
import {
  findPublishedCourse,
  findStudyTimeInputs,
  listCoursesBySlug,
  listLectureSummaries,
  listNewestCourses,
  listPublishedCourses,
} from './courses.queries.ts'

export async function getCourseList({ db }: Pick<Deps, 'db'>) {
  return withCovers(db, await listPublishedCourses(db))
}

export async function getCoursesPage({ db }: Pick<Deps, 'db'>, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedCourses(db, part))
  return { courses: await withCovers(db, rows), ...page }
}

/**
 * Returns the courses that the operator chose, if they are for sale. Otherwise, returns the first ones in the catalog.
 */
export async function getPopularCourses({ db }: Pick<Deps, 'db'>) {
  const { popularCourses: slugs } = await readSite(db)
  const courses = await listCoursesBySlug(db, slugs, MAX_POPULAR_COURSES)
  const chosen = courses.filter(({ isNamed }) => isNamed)
  return withCovers(db, chosen.length > 0 ? chosen : courses)
}

/**
 * Returns the courses on the home page: those that the operator chose for it or, if there are none, those that the
 * operator chose as popular. If none of them is for sale, returns the newest courses.
 */
export async function getFeaturedCourses(
  { db }: Pick<Deps, 'db'>,
  { featuredCourses = [], popularCourses }: Pick<Site, 'featuredCourses' | 'popularCourses'>,
) {
  const slugs = featuredCourses.length > 0 ? featuredCourses : popularCourses
  const named = slugs.length === 0 ? [] : await listCoursesBySlug(db, slugs, slugs.length)
  const chosen = named.filter(({ isNamed }) => isNamed)
  return withCovers(db, chosen.length > 0 ? chosen : await listNewestCourses(db, MAX_NEWEST_COURSES))
}

export type CourseRow = Awaited<ReturnType<typeof getFeaturedCourses>>[number]

async function withCovers<Course extends { id: string }>(db: Deps['db'], courses: Course[]) {
  const covers = await listCoverImages(db, courses)
  return courses.map((course) => ({ ...course, images: covers.get(course.id) ?? [] }))
}

/**
 * Returns a course. Without a member, nothing is marked as purchased, so the result is the same for everyone and may be
 * cached.
 */
export async function getCourseDetail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string | undefined,
  slug: string,
) {
  const course = await findPublishedCourse(db, memberId, slug)
  if (!course) throw new AppError('not_found', 'Course not found.')
  const [covers, lectures] = await Promise.all([listCoverImages(db, [course]), listLectureSummaries(db, course.id)])
  return addCourseDetails({ db, now }, { ...course, images: covers.get(course.id) ?? [], lectures })
}

type Course = NonNullable<Awaited<ReturnType<typeof findPublishedCourse>>>
type LectureSummary = Awaited<ReturnType<typeof listLectureSummaries>>[number]

/** What the page of a course shows, as it is stored. */
export type StoredCourse = Pick<
  Course,
  | ('slug' | 'title' | 'shortDescription' | 'fullDescription' | 'priceCents' | 'currency' | 'updatedAt')
  | ('level' | 'sources' | 'outcomes' | 'audience' | 'commonQuestions' | 'teacher' | 'completionRule')
  | ('exam' | 'isCompletionCertificate')
  | ('questions' | 'sample' | 'isPurchased' | 'isDisputed')
> & {
  portrait: { id: string; name: string } | null
  approval: Approval | null
  images: Awaited<ReturnType<typeof withCovers>>[number]['images']
  lectures: LectureSummary[]
}

export type CourseWithDetails = Awaited<ReturnType<typeof addCourseDetails>>

/** Adds what depends on the day, or on the academy's settings, or has to be calculated. */
export async function addCourseDetails({ db, now }: Pick<Deps, 'db' | 'now'>, course: StoredCourse) {
  const site = await readSite(db)
  const updatedOn = formatDay(course.updatedAt, site.timeZone)
  return {
    ...course,
    minutes: computeStudyMinutes(toStudyTimeInputs(course.questions, course.lectures)),
    updatedOn,
    contactHours: getContactHours(course.approval, formatDay(now(), site.timeZone)),
    updatedIn: formatMonth(updatedOn.slice(0, 7), site.language),
    teacher: await getInstructor(db, course, site),
  }
}

/** Returns the study time worksheet of a published course. Throws `not_found`. */
export async function getWorksheet({ db }: Pick<Deps, 'db'>, courseId: string) {
  const found = await findStudyTimeInputs(db, courseId)
  if (!found) throw new AppError('not_found', 'Course not found.')
  return buildWorksheet(toStudyTimeInputs(found.questions, await listLectureSummaries(db, courseId)))
}

export async function getCourseHours(db: Executor, courseIds: readonly string[]): Promise<Map<string, string>> {
  const hours = new Map<string, string>()
  for (const id of courseIds) {
    const found = await findStudyTimeInputs(db, id)
    if (found)
      hours.set(id, buildWorksheet(toStudyTimeInputs(found.questions, await listLectureSummaries(db, id))).hours)
  }
  return hours
}

function toStudyTimeInputs(questions: number, lectures: readonly LectureSummary[]): StudyTimeInputs {
  const sum = (one: 'seconds' | 'pages' | 'words' | 'readingWords', counted = lectures) =>
    counted.reduce((total, lecture) => total + (lecture[one] ?? 0), 0)
  return {
    lectureSeconds: sum('seconds'),
    audioSeconds: sum(
      'seconds',
      lectures.filter(({ kind }) => kind === 'audio'),
    ),
    readingWords: sum('readingWords'),
    pages: sum('pages'),
    words: sum('words'),
    questions,
  }
}

/** Returns the course's instructor or, by default, the founder, whose story is on another page. */
async function getInstructor(db: Deps['db'], { teacher, portrait }: StoredCourse, { founder }: Site) {
  if (teacher) return { ...teacher, isFounder: false, imageUrl: portrait && imageAddress(portrait.id, portrait.name) }
  if (!founder) return null
  const { name, credentials, license, experience } = founder
  // The smallest image is enough for the course page. The About page has the larger ones.
  const smallest = (await readPortrait(db)).find(({ format }) => format === 'webp')
  return { name, credentials, license, experience, text: '', isFounder: true, imageUrl: smallest?.url ?? null }
}
