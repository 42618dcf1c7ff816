import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { lectures } from '#db/tables/catalog.ts'
import { lawDates } from '#db/tables/law.ts'
import type { Law } from './law.rules.ts'

/** The law fields of the current row of `lectures`. Null if the lecture has no legal content. */
export const lectureLaw = sql<Law | null>`(select json_build_object(
  'asOf', ${lawDates.asOf}, 'lookAgainBy', ${lawDates.lookAgainBy}, 'sources', ${lawDates.sources})
  from ${lawDates} where ${lawDates.lectureId} = ${lectures.id})`

/** Lists the law fields of a course's lectures, by lecture ID. Lectures without legal content are omitted. */
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

/** Saves the law fields, or removes them if `law` is null. */
export async function saveLaw(tx: Executor, lectureId: string, law: Law | null): Promise<void> {
  if (!law) await tx.delete(lawDates).where(eq(lawDates.lectureId, lectureId))
  else
    await tx
      .insert(lawDates)
      .values({ lectureId, ...law })
      .onConflictDoUpdate({ target: lawDates.lectureId, set: law })
}
