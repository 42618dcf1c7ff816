import { type SQL, sql } from 'drizzle-orm'
import { MIN_PASSING_PERCENT } from '#shared/passing-score.ts'

/** Whether an attempt earns a certificate: enough right answers, counted by the server. `row` is the name by which a statement has the attempt. */
export function isPassFor(row: string): SQL {
  const attempt = sql.identifier(row)
  return sql`${attempt}.is_counted_by_server and ${attempt}.total > 0 and ${attempt}.score * 100 >= ${attempt}.total * ${sql.raw(String(MIN_PASSING_PERCENT))}`
}

/** The same of the row of `exam_attempts` at hand. */
export const isPass = isPassFor('exam_attempts')
