import { randomBytes } from 'node:crypto'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { testAcademy, type TestAcademy } from './academy.ts'

const REQUEST = '/Academy/api/course/examination/request/certificate/'

/** An academy with a domain name, so that it can sign certificates. */
export async function createSigningAcademy(publicUrl = 'https://academy.test') {
  return testAcademy({ change: (deps) => ({ ...deps, config: { ...deps.config, publicUrl } }) })
}

export async function createGraduate(
  academy: TestAcademy,
  names: { firstName?: string; lastName?: string } = {},
): Promise<{ id: string; nurse: Awaited<ReturnType<TestAcademy['member']>>; courseId: string; purchaseId: string }> {
  const nurse = await academy.member(names)
  const course = await academy.course()
  const purchaseId = await academy.purchase(nurse.id, course.id)
  await passed(academy, nurse.id, course.id)
  const reply = await academy.as(nurse).post(`${REQUEST}${course.slug}`, { exam_id: course.slug })
  if (reply.status !== 200) throw new Error(`No certificate: ${reply.text}`)
  const { rows } = await academy.pool.query<{ id: string }>('select id from certificates where member_id = $1', [
    nurse.id,
  ])
  return { id: rows[0]?.id ?? '', nurse, courseId: course.id, purchaseId }
}

/** A certificate issued by a version that did not sign anything. */
export async function createOldCertificate(academy: TestAcademy, issuedAt: Date): Promise<string> {
  const nurse = await academy.member()
  const course = await academy.course()
  const attemptId = await passed(academy, nurse.id, course.id)
  const id = randomBytes(20).toString('base64url')
  const names = { printedName: 'Nora Nightingale', courseName: 'Ethics of Old' }
  await academy.db
    .insert(certificates)
    .values({ id, memberId: nurse.id, courseId: course.id, attemptId, issuedAt, ...names })
  return id
}

async function passed(academy: TestAcademy, memberId: string, courseId: string): Promise<string> {
  const [attempt] = await academy.db
    .insert(examAttempts)
    .values({ memberId, courseId, score: 9, total: 10, answers: [], isCountedByServer: true })
    .returning({ id: examAttempts.id })
  if (!attempt) throw new Error('no attempt was stored')
  return attempt.id
}
