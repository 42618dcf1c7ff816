import { expect, test } from 'vitest'
import { examAttempts } from '#db/tables/study.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { listCourseResults } from './results.service.ts'

test('lists who passed, who failed, and who has no certificate, one row each, by the best graded attempt', async () => {
  const academy = await testAcademy()
  const { db, deps, as, course, member, purchase } = academy
  const exam = await course({ title: 'Depositions' })
  const [passed, failed, claimed, certified] = [await member(), await member(), await member(), await member()]
  let minute = 0
  const attempt = (memberId: string, score: number, isCountedByServer = true) =>
    db.insert(examAttempts).values({
      memberId,
      courseId: exam.id,
      score,
      total: 10,
      answers: [],
      isCountedByServer,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, (minute += 1))),
    })
  await purchase(certified.id, exam.id)
  await attempt(certified.id, 10)
  await as(certified).post(`/Academy/api/course/examination/request/certificate/${exam.slug}/`, { exam_id: exam.slug })
  await attempt(passed.id, 7)
  await attempt(passed.id, 8)
  await attempt(passed.id, 2)
  await attempt(failed.id, 7)
  await attempt(claimed.id, 10, false)

  const of = async (only?: 'failed' | 'no certificate') => {
    const { results } = await listCourseResults(deps, exam.slug, { only, limit: 9 })
    return results.map(({ memberId, isPassed, score, tries }) => [memberId, isPassed, score, tries])
  }
  expect(await of()).toEqual([
    [claimed.id, false, null, 1],
    [failed.id, false, 7, 1],
    [passed.id, true, 8, 3],
    [certified.id, true, 10, 1],
  ])
  expect(await of('failed')).toEqual([
    [claimed.id, false, null, 1],
    [failed.id, false, 7, 1],
  ])
  expect(await of('no certificate')).toEqual([[passed.id, true, 8, 3]])
  const [last] = (await listCourseResults(deps, exam.slug, { only: undefined, limit: 9 })).results.toReversed()
  await revokeCertificate(deps, { id: last?.certificate ?? '', reason: 'a mistake', by: OPERATOR })
  expect(await of('no certificate')).toHaveLength(2)
  expect(await listCourseResults(deps, exam.slug, { only: undefined, limit: 1 })).toMatchObject({ isMore: true })
  await expect(listCourseResults(deps, 'nothing', { only: undefined, limit: 1 })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(
    await countStatements(async () => void (await listCourseResults(deps, exam.slug, { only: undefined, limit: 9 }))),
  ).toBeLessThanOrEqual(3)
})
