import { expect, test } from 'vitest'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { createGraduate, createSigningAcademy } from '../../../../test/harness/graduate.ts'

const CERTIFICATES = '/Academy/api/studio/certificates/'

async function createAcademyWithGraduate() {
  const academy = await createSigningAcademy()
  const graduate = await createGraduate(academy)
  const supportMember = await academy.member({ role: 'support' })
  const support = academy.as(supportMember)
  const at = `/Academy/api/studio/members/${graduate.nurse.id}/`
  const result = async () => (await support.get(at)).body.examinations[0]
  await academy.runJobs()
  return { ...academy, ...graduate, support, supportMember, at, result }
}

test('revokes a certificate once with its reason, and makes it valid again', async () => {
  const { support, id, as, result, runJobs, mailbox, pool, member } = await createAcademyWithGraduate()
  const owner = as(await member({ role: 'owner' }))
  const post = (what: 'revoke' | 'restore', why: string, by = support) =>
    by.post(`${CERTIFICATES}${id}/${what}/`, { why })
  expect((await post('restore', 'a mistake')).body.message).toBe('This certificate is already valid.')
  expect((await post('revoke', ' ')).body.fields).toEqual({ why: [expect.any(String)] })
  const twice = await Promise.all([post('revoke', '<b>Taken</b> by someone else'), post('revoke', 'The same', owner)])
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  expect(twice.find(({ status }) => status === 400)?.body.message).toContain('This certificate was already revoked')
  expect(await result()).toMatchObject({ certificate: id, is_revoked: true })
  const shown = await as(undefined).get(`/Academy/api/certificate/${id}/`)
  expect(shown.text).not.toMatch(/someone else|The same/)
  expect((await post('restore', 'It was her')).body.message).toBe(
    'The certificate is valid again. We’re emailing the member.',
  )
  expect(await result()).toMatchObject({ is_revoked: false })
  await runJobs()
  const subjects = (await mailbox()).map(({ subject }) => subject)
  expect(subjects).toEqual(expect.arrayContaining(['Your certificate is valid again']))
  const kinds = await readEventKinds(pool)
  expect(kinds.filter((kind) => kind.startsWith('certificate'))).toEqual([
    'certificate.revoked',
    'certificate.restored',
  ])
})

test('corrects a license on a certificate with contact hours', async () => {
  const { support, id, result, pool } = await createAcademyWithGraduate()
  const license = { state: 'FL', profession: 'RN', number: '9123465', why: 'A digit was mistyped' }
  const correct = (given: object = {}) => support.post(`${CERTIFICATES}${id}/license/`, { ...license, ...given })
  expect((await correct()).body.message).toBe('This certificate awards no contact hours, so it has no licenses.')
  await pool.query(
    `update certificates set contact_hours = '{"approver":"A board","statement":"Approved.","provider":"1","hours":1,"needsLicense":false}'`,
  )
  expect((await correct()).body.message).toBe(
    'Added RN FL 9123465. The certificate’s PDF now shows it. We’re notifying the member.',
  )
  expect((await correct({ number: '9123456' })).body.message).toContain('Replaced RN FL 9123465 with RN FL 9123456.')
  expect(await result()).toMatchObject({
    awards_hours: true,
    licenses: [{ state: 'FL', profession: 'RN', number: '9123456' }],
  })
  for (const [given, field] of [
    [{ state: 'XX' }, 'state'],
    [{ profession: 'MD' }, 'profession'],
    [{ number: '<b>' }, 'number'],
    [{ number: 'x'.repeat(300) }, 'number'],
    [{ why: '' }, 'why'],
  ] as const)
    expect([given, Object.keys((await correct(given)).body.fields ?? {})]).toEqual([given, [field]])
  expect((await correct({ number: '9123456' })).body.message).toBe('The certificate already has RN FL 9123456.')
})

test('changes neither the staff member’s own certificate nor one that does not exist, and offers nothing for an erased member', async () => {
  const { support, id, supportMember, nurse, at, deps, pool } = await createAcademyWithGraduate()
  const actions = [
    ['revoke', { why: 'a test' }],
    ['restore', { why: 'a test' }],
    ['license', { state: 'FL', profession: 'RN', number: '12', why: 'a test' }],
  ] as const
  for (const [what, body] of actions)
    expect((await support.post(`${CERTIFICATES}none/${what}/`, body)).status).toBe(404)
  await pool.query('update certificates set member_id = $1', [supportMember.id])
  for (const [what, body] of actions)
    expect((await support.post(`${CERTIFICATES}${id}/${what}/`, body)).status).toBe(403)
  await pool.query('update certificates set member_id = $1', [nurse.id])
  expect((await support.get(at)).body.may).toMatchObject({ revoke_certificate: true, correct_license: true })
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  expect((await support.get(at)).body.may).toMatchObject({ revoke_certificate: false, restore_certificate: false })
})
