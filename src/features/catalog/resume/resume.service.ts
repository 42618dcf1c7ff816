import type { Deps } from '#platform/deps.ts'
import { listStudiedLectures } from './resume.queries.ts'
import { getNextStep, type StudiedCourse, getWatchedPercent } from './resume.rules.ts'

/** Where a member continues, and how much of each course they have watched, in one statement. */
export async function getStudyState({ db }: Pick<Deps, 'db'>, memberId: string) {
  const courses = groupByCourse(await listStudiedLectures(db, memberId))
  return {
    next: getNextStep(courses),
    courses: courses.map((course) => ({ ...course, watched: getWatchedPercent(course.lectures) })),
  }
}

function groupByCourse(rows: Awaited<ReturnType<typeof listStudiedLectures>>): StudiedCourse[] {
  const courses = new Map<string, StudiedCourse>()
  for (const { course, certificateId, hasPassed, slug, name, seconds, position, stoppedAt, completedAt } of rows) {
    const studied = courses.get(course.slug) ?? {
      ...course,
      hasCertificate: certificateId !== null,
      hasPassed,
      lectures: [],
    }
    courses.set(course.slug, studied)
    if (slug === null || name === null) continue
    studied.lectures.push({
      slug,
      name,
      seconds,
      position: position ?? 0,
      isCompleted: completedAt !== null,
      usedAt: [stoppedAt, completedAt].filter((time) => time !== null).toSorted((a, b) => Number(b) - Number(a))[0],
    })
  }
  return [...courses.values()]
}
