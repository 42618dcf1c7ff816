import type { Deps } from '#platform/deps.ts'
import { PAPER_LIFETIME_MS } from '#shared/exam-paper-lifetime.ts'
import { listStudiedLectures } from './resume.queries.ts'
import { getNextStep, type StudiedCourse } from './resume.rules.ts'

/** Returns, in one statement, where a member continues and how much of each course they have watched. */
export async function getStudyState({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string) {
  const courses = groupByCourse(await listStudiedLectures(db, memberId), now())
  return { next: getNextStep(courses), courses }
}

function groupByCourse(rows: Awaited<ReturnType<typeof listStudiedLectures>>, now: Date): StudiedCourse[] {
  const oldest = now.getTime() - PAPER_LIFETIME_MS
  const courses = new Map<string, StudiedCourse>()
  for (const { course, exam, certificateId, hasPassed, examOpenedAt, slug, name, ...row } of rows) {
    const { seconds, position, stoppedAt, completedAt } = row
    const studied = courses.get(course.slug) ?? {
      ...course,
      hasCertificate: certificateId !== null,
      hasExam: exam === null,
      hasPassed,
      examOpenedAt: exam === null && examOpenedAt && examOpenedAt.getTime() > oldest ? examOpenedAt : undefined,
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
