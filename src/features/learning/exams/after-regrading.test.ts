import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { questions } from '#db/tables/catalog.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { applyRegrade } from './exams.public.ts'
import { followUpRegradedPasses } from './after-regrading.service.ts'

const [right, wrong] = ['right', 'wrong']
const JUST_BELOW = [wrong, right, right, right, wrong]
const PASSING = [right, right, right, right, wrong]

/** A course of five questions, four of which are needed to pass. The first question's answer key is wrong. */
async function examWithWrongKey() {
  const academy = await testAcademy()
  const { deps, db, as, member, purchase, mailbox } = academy
  const course = await academy.course({ questions: 5 })
  const sit = async (answers: string[], nurse?: Member) => {
    const who = nurse ?? (await member())
    if (!nurse) await purchase(who.id, course.id)
    const given = answers.map((answer, index) => ({ question_id: course.questions[index]?.id ?? '', answer }))
    expect((await submitExam(as(who), course.slug, given)).status).toBe(200)
    return who
  }
  const correctAndMark = async (position = 0) => {
    const which = and(eq(questions.courseId, course.id), eq(questions.position, position))
    const [question] = await db.update(questions).set({ answerIndex: 1 }).where(which).returning()
    return applyRegrade(deps, { courseId: course.id, key: question?.key ?? '', by: OPERATOR })
  }
  const holders = async () => (await db.select().from(certificates)).map(({ memberId }) => memberId).toSorted()
  const left = () => db.$count(examAttempts, eq(examAttempts.isToFollow, true))
  const mailed = async () => (await mailbox()).map(({ to, subject }) => `${to}: ${subject.split(':')[0]}`).toSorted()
  return { ...academy, course, sit, correctAndMark, holders, left, mailed }
}

test('issues the certificate to a member who passes through a regrade, or emails what is missing; others get and lose nothing', async () => {
  const { sit, correctAndMark, holders, left, mailed, runJobs, db, deps, as, course, member, purchase, mailbox } =
    await examWithWrongKey()
  const earns = await sit(JUST_BELOW)
  await sit(JUST_BELOW, earns)
  const unnamed = await member({ firstName: '', lastName: '' })
  await purchase(unnamed.id, course.id)
  await sit(JUST_BELOW, unnamed)
  const had = await sit(PASSING)
  await as(had).post(`/Academy/api/course/examination/request/certificate/${course.slug}`, { exam_id: course.slug })
  await sit(JUST_BELOW, had)
  const passedBefore = await sit(PASSING)
  await sit(JUST_BELOW, passedBefore)
  await sit([wrong, wrong, wrong, right, wrong])
  await runJobs()
  const before = await mailed()
  expect(await holders()).toEqual([had.id])

  expect(await correctAndMark()).toMatchObject({ morePass: 2 })
  expect(await left()).toBe(3)
  await runJobs()
  // Runs the jobs that the first ones enqueued.
  await runJobs()
  expect(await holders()).toEqual([had.id, earns.id].toSorted())
  const after = [...before, `${earns.email}: Your certificate`, `${unnamed.email}: You passed`].toSorted()
  expect(await mailed()).toEqual(after)
  const apologies = (await mailbox()).filter(({ text }) => text.includes('We made a mistake in grading'))
  expect(apologies.map(({ to }) => to).toSorted()).toEqual([earns.email, unnamed.email].toSorted())
  expect(await left()).toBe(0)

  await followUpRegradedPasses(deps)
  await runJobs()
  expect(await mailed()).toEqual(after)
  const passing = await db.select().from(examAttempts).where(eq(examAttempts.memberId, passedBefore.id))
  expect(passing.map(({ score }) => score)).toEqual([4, 4])
})

test('sends the next steps even if another question is regraded before', async () => {
  const { sit, correctAndMark, holders, left, runJobs } = await examWithWrongKey()
  const nurse = await sit([wrong, wrong, right, right, right])
  await correctAndMark(0)
  await correctAndMark(1)
  expect(await left()).toBe(1)
  await runJobs()
  await runJobs()
  expect(await holders()).toEqual([nurse.id])
})

test('resumes with the rest after being killed, and emails each member once across concurrent runs', async () => {
  const { sit, correctAndMark, holders, left, mailed, runJobs, deps, pool } = await examWithWrongKey()
  const nurses = [await sit(JUST_BELOW), await sit(JUST_BELOW), await sit(JUST_BELOW)]
  await correctAndMark()
  // The database fails for the second member.
  await pool.query(`create function away() returns trigger language plpgsql as $$ begin
    if (select count(*) from certificates) >= 1 then raise exception 'away'; end if; return new; end $$`)
  await pool.query('create trigger away before insert on certificates for each row execute function away()')
  await expect(followUpRegradedPasses(deps)).rejects.toThrow('not sent the next steps: 2')
  expect([(await holders()).length, await left()]).toEqual([1, 2])
  await pool.query('drop function away() cascade')
  await Promise.all([followUpRegradedPasses(deps), followUpRegradedPasses(deps), followUpRegradedPasses(deps)])
  await runJobs()
  expect(await holders()).toEqual(nurses.map(({ id }) => id).toSorted())
  expect(await mailed()).toEqual(nurses.map(({ email }) => `${email}: Your certificate`).toSorted())
  expect(await left()).toBe(0)
})

test('gives nothing to members who were refunded or erased', async () => {
  const { sit, correctAndMark, holders, left, mailed, runJobs, pool, deps } = await examWithWrongKey()
  const gone = await sit(JUST_BELOW)
  const erased = await sit(JUST_BELOW)
  await pool.query(`update purchases set state = 'refunded' where member_id = $1`, [gone.id])
  await correctAndMark()
  await eraseMember(deps, { memberId: erased.id, by: OPERATOR })
  await runJobs()
  await runJobs()
  expect([await holders(), await left(), await mailed()]).toEqual([[], 0, []])
})
