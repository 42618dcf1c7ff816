import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, lectures, products } from '#db/tables/catalog.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { submitExam, openPaper } from '../../../../test/harness/submit-exam.ts'

const OUTCOMES = ['Read a record', 'Name what is missing']

/** A course with 12 questions, 10 of which are drawn, and a member with access to it. */
async function createCourseWithOwner() {
  const academy = await testAcademy()
  const nurse = await academy.member()
  const course = await academy.course({ title: 'Reading Records', questions: 12 })
  await academy.purchase(nurse.id, course.id)
  await academy.db.update(courses).set({ examinationDraw: 10, outcomes: OUTCOMES })
  const { as, db } = academy
  const answer = async (option: string) => {
    const { questions } = await openPaper(as(nurse), course.slug)
    const answers = questions.map(({ id }) => ({ question_id: id, answer: option }))
    return submitExam(as(nurse), course.slug, answers)
  }
  const certify = async () => {
    await as(nurse).post(`/Academy/api/course/examination/request/certificate/${course.slug}/`, {
      exam_id: course.slug,
    })
    const [certificate] = await db.select().from(certificates)
    return certificate?.id ?? ''
  }
  const readCertificate = async (id: string) => (await as(undefined).get(`/Academy/api/certificate/${id}/`)).body
  return { ...academy, nurse, course, answer, certify, readCertificate }
}

test("shows how the holder was examined and what was taught at the time, and links the course's current page", async () => {
  const { answer, certify, readCertificate, db, course } = await createCourseWithOwner()
  await answer('wrong')
  await answer('right')
  const id = await certify()
  const contents = {
    examined: { questions: 10, bank: 12, needed_percent: 80 },
    taught: { outcomes: OUTCOMES, lectures: ['Lecture 1', 'Lecture 2'], is_of_today: false },
  }
  const shown = await readCertificate(id)
  expect(shown).toMatchObject({ ...contents, course_id: course.slug, revoked_on: null })
  expect(shown.examined).toEqual(contents.examined)
  expect(JSON.stringify(shown)).not.toMatch(/score/)

  await answer('right')
  await db.update(courses).set({ examinationDraw: null, outcomes: ['Something else'] })
  await db.update(lectures).set({ name: 'Rewritten' })
  await db.update(products).set({ publishedAt: null }).where(eq(products.id, course.id))
  expect(await readCertificate(id)).toMatchObject({ ...contents, course_id: null })
})

test('shows all questions and the current course for a certificate from before papers existed', async () => {
  const { certify, readCertificate, db, nurse, course } = await createCourseWithOwner()
  await db.insert(examAttempts).values(
    [3, 9].map((score, index) => ({
      memberId: nurse.id,
      courseId: course.id,
      score,
      total: 11,
      answers: [],
      isCountedByServer: true,
      createdAt: new Date(Date.UTC(2026, 9, index + 1)),
    })),
  )
  const id = await certify()
  await db.update(certificates).set({ taught: null })
  expect(await readCertificate(id)).toMatchObject({
    examined: { questions: 11, bank: null, needed_percent: 80 },
    taught: { outcomes: OUTCOMES, lectures: ['Lecture 1', 'Lecture 2'], is_of_today: true },
  })
})
