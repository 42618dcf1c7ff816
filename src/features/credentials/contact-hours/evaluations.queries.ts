import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { courses, products } from '#db/tables/catalog.ts'
import { evaluations } from '#db/tables/study.ts'
import type { Rating, RatingCount } from './evaluations.rules.ts'

export type MemberCourse = { memberId: string; courseId: string }

type Evaluation = typeof evaluations.$inferSelect

const isMemberCourse = ({ memberId, courseId }: MemberCourse) =>
  and(eq(evaluations.memberId, memberId), eq(evaluations.courseId, courseId))

export async function findEvaluation(db: Executor, whose: MemberCourse): Promise<Evaluation | undefined> {
  const [found] = await db.select().from(evaluations).where(isMemberCourse(whose))
  return found
}

/** Whether the course has an exam now. */
export async function hasExam(db: Executor, courseId: string): Promise<boolean> {
  return (await db.$count(courses, and(eq(courses.productId, courseId), isNull(courses.exam)))) > 0
}

type EvaluationValues = { ratings: Rating[]; words: string; evaluatedAt: Date | null }

/** The latest evaluation replaces earlier ones. */
export async function saveEvaluation(tx: Transaction, whose: MemberCourse, given: EvaluationValues): Promise<void> {
  await tx
    .insert(evaluations)
    // The driver accepts null among numbers; its type doesn't.
    .values({ ...whose, ...given, ratings: given.ratings as number[] })
    .onConflictDoUpdate({
      target: [evaluations.memberId, evaluations.courseId],
      set: { ...given, ratings: given.ratings as number[] },
    })
}

/** Keeps the time when the member first attested under this name. */
export async function saveAttestation(
  tx: Transaction,
  whose: MemberCourse,
  name: string,
  attestedAt: Date,
): Promise<void> {
  await tx
    .update(evaluations)
    .set({
      attestedName: name,
      attestedAt: sql`case when ${evaluations.attestedName} = ${name} then ${evaluations.attestedAt} else ${attestedAt.toISOString()}::timestamptz end`,
    })
    .where(isMemberCourse(whose))
}

/** How often each rating was given, by question number from 1. */
export async function countRatings(db: Executor, courseId: string): Promise<RatingCount[]> {
  const { rows } = await db.execute<RatingCount>(
    sql`select question::int, rating, count(*)::int as members
      from ${evaluations}, unnest(${evaluations.ratings}) with ordinality as given (rating, question)
      where ${evaluations.courseId} = ${courseId} and rating is not null group by question, rating`,
  )
  return rows
}

/** Comments, newest first, without names. */
export async function listComments(
  db: Executor,
  courseId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({ words: evaluations.words })
    .from(evaluations)
    .where(and(eq(evaluations.courseId, courseId), ne(evaluations.words, '')))
    .orderBy(sql`${evaluations.evaluatedAt} desc nulls last`, desc(evaluations.memberId))
    .limit(limit)
    .offset(offset)
}

export function listEvaluatedCourses(db: Executor) {
  return db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.title,
      evaluations: sql<number>`(select count(*)::int from ${evaluations} where ${evaluations.courseId} = ${products.id})`,
    })
    .from(products)
    .where(eq(products.kind, 'course'))
    .orderBy(asc(products.title))
}
