import { type SQL, sql } from 'drizzle-orm'
import { MIN_PASSING_PERCENT } from '#shared/passing-score.ts'

/**
 * Whether an attempt earns a certificate, which requires enough correct answers, counted by the server. `row` is the
 * alias of the attempt in the statement.
 */
export function isPassFor(row: string): SQL {
  const attempt = sql.identifier(row)
  return sql`${attempt}.is_counted_by_server and ${attempt}.total > 0 and ${attempt}.score * 100 >= ${attempt}.total * ${sql.raw(String(MIN_PASSING_PERCENT))}`
}

export const isPass = isPassFor('exam_attempts')
