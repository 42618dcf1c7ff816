import { inArray, lt, and, notInArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { courses, lectures, products } from '#db/tables/catalog.ts'
import { renderedMarkdown } from '#db/tables/rendered-markdown.ts'
import type { RenderedMarkdown } from '#shared/markdown.ts'

export async function findRendered(db: Executor, keys: readonly string[]): Promise<Map<string, RenderedMarkdown>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .select({ key: renderedMarkdown.key, rendered: renderedMarkdown.rendered })
    .from(renderedMarkdown)
    .where(inArray(renderedMarkdown.key, [...keys]))
  return new Map(rows.map(({ key, rendered }) => [key, rendered]))
}

export async function insertRendered(db: Executor, rendered: ReadonlyMap<string, RenderedMarkdown>): Promise<void> {
  if (rendered.size === 0) return
  // The rows are sorted, so that two transactions that store the same rows wait for each other instead of deadlocking.
  const rows = [...rendered]
    .map(([key, value]) => ({ key, rendered: value }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  await db.insert(renderedMarkdown).values(rows).onConflictDoNothing()
}

/**
 * Deletes the HTML of texts that are no longer stored. Keeps recent rows, which may belong to an uncommitted
 * transaction.
 */
export async function deleteRenderedExcept(db: Executor, keys: readonly string[]): Promise<void> {
  await db
    .delete(renderedMarkdown)
    .where(
      and(
        lt(renderedMarkdown.renderedAt, sql`now() - interval '1 day'`),
        keys.length > 0 ? notInArray(renderedMarkdown.key, [...keys]) : undefined,
      ),
    )
}

export async function listCatalogTexts(db: Executor) {
  const described = await db.select({ text: products.fullDescription }).from(products)
  const taught = await db
    .select({ description: lectures.description, text: lectures.text })
    .from(lectures)
    .where(isNull(lectures.retiredAt))
  const answered = await db.select({ questions: courses.commonQuestions, teacher: courses.teacher }).from(courses)
  return {
    documents: [
      ...described.map(({ text }) => text),
      ...taught.map(({ text }) => text),
      ...answered.flatMap(({ questions, teacher }) => [...questions.map(({ reply }) => reply), teacher?.text ?? '']),
    ],
    typed: taught.map(({ description }) => description),
  }
}
