import { sql } from 'drizzle-orm'
import { MIN_PERCENT } from '#shared/passing.ts'
import { examAttempts } from './tables/study.ts'

const { score, total, isCountedByServer } = examAttempts

/** Whether an attempt earns a certificate: enough right answers, counted by the server. A condition on the row of `exam_attempts` at hand. */
export const isPass = sql`${isCountedByServer} and ${total} > 0 and ${score} * 100 >= ${total} * ${sql.raw(String(MIN_PERCENT))}`
