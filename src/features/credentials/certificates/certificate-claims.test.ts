import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createOldCertificate } from '../../../../test/harness/graduate.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'

const MIGRATION = 'src/db/migrations/0072_certificate_claims.sql'

test('the migration determines what earlier certificates claim from the lectures completed by then', async () => {
  const academy = await testAcademy()
  const { as, pool } = academy
  const issue = async (...completed: string[]) => {
    const id = await createOldCertificate(academy, new Date('2026-11-22T12:00:00Z'))
    await pool.query(
      `insert into lecture_completions (member_id, lecture_id, completed_at)
       select c.member_id, l.id, ($2::timestamptz[])[l.position + 1] from certificates c join lectures l on l.course_id = c.course_id
       where c.id = $1 and l.position < cardinality($2::timestamptz[])`,
      [id, completed],
    )
    return id
  }
  const all = await issue('2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z')
  const late = await issue('2026-11-21T12:00:00Z', '2026-11-23T12:00:00Z')
  const none = await issue()
  await pool.query(`update lectures set added_at = '2026-11-01'`)
  const [, update = ''] = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
  await pool.query(update)
  const claims: string[] = []
  for (const id of [all, late, none])
    claims.push((await as(undefined).get(`/Academy/api/certificate/${id}/`)).body.claim)
  expect(claims).toEqual(['completed', 'passed', 'passed'])
})
