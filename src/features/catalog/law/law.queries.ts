import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { lectures } from '#db/tables/catalogue.ts'
import { lawDates } from '#db/tables/law.ts'
import type { Law } from './law.rules.ts'

/** The law of the lecture at hand, joined to `lectures`; null where it says nothing of it. */
export const lectureLaw = sql<Law | null>`(select json_build_object(
  'asOf', ${lawDates.asOf}, 'lookAgainBy', ${lawDates.lookAgainBy}, 'sources', ${lawDates.sources})
  from ${lawDates} where ${lawDates.lectureId} = ${lectures.id})`

/** What the lectures of a course say of the law, by their ids; those that say nothing are left out. */
export async function listCourseLaws(db: Executor, courseId: string): Promise<Map<string, Law>> {
  const rows = await db
    .select({
      lectureId: lawDates.lectureId,
      asOf: lawDates.asOf,
      lookAgainBy: lawDates.lookAgainBy,
      sources: lawDates.sources,
    })
    .from(lawDates)
    .innerJoin(lectures, eq(lectures.id, lawDates.lectureId))
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
  return new Map(rows.map(({ lectureId, ...law }) => [lectureId, law]))
}

/** What the lecture says from now on; null: nothing. */
export async function saveLaw(tx: Executor, lectureId: string, law: Law | null): Promise<void> {
  if (!law) await tx.delete(lawDates).where(eq(lawDates.lectureId, lectureId))
  else
    await tx
      .insert(lawDates)
      .values({ lectureId, ...law })
      .onConflictDoUpdate({ target: lawDates.lectureId, set: law })
}
