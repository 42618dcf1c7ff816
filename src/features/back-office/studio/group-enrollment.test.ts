import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

const ENROLLMENTS = '/Academy/api/studio/enrolments/'
const GROUPS = '/Academy/api/studio/groups/'

test('a file enrolls people and adds them to a group, except those in rows with mistakes', async () => {
  const { as, member, course, pool } = await testAcademy()
  const ownerMember = await member({ role: 'owner' })
  const owner = as(ownerMember)
  const depositions = await course({ title: 'Depositions', lectures: 1 })
  const [had, locked] = [await member(), await member()]
  await pool.query('update members set locked_at = now() where id = $1', [locked.id])
  const { id: group } = (await owner.post(`${GROUPS}new/`, { name: 'St. Mary’s', note: '' })).body
  const lines = ['email', 'nora@example.com', had.email, locked.email, ownerMember.email, 'not an address']
  const body = {
    product: depositions.slug,
    why: 'A class',
    content: Buffer.from(lines.join('\n')).toString('base64'),
    group,
    skip_mistakes: true,
  }
  await owner.post(ENROLLMENTS, {
    ...body,
    content: Buffer.from(`email\n${had.email}`).toString('base64'),
    group: null,
  })
  const inGroup = async () =>
    (
      await pool.query<{ email: string }>(
        'select m.email from group_members g join members m on m.id = g.member_id where g.group_id = $1 order by 1',
        [group],
      )
    ).rows.map(({ email }) => email)
  expect((await owner.post(ENROLLMENTS, { ...body, only_check: true })).body).toMatchObject({
    granted: 1,
    had: 1,
    added: 0,
  })
  expect((await owner.post(ENROLLMENTS, { ...body, skip_mistakes: false })).body).toMatchObject({
    granted: 0,
    added: 0,
  })
  expect(await inGroup()).toEqual([])

  const { body: reply } = await owner.post(ENROLLMENTS, body)
  expect(reply).toMatchObject({ granted: 1, made: 1, had: 1, added: 2, rejected: 3 })
  expect(reply.message).toMatch(/ 2 people were added to the group\.$/)
  expect(await inGroup()).toEqual([had.email, 'nora@example.com'].toSorted())
  expect((await owner.get(`${GROUPS}${group}/`)).body).toMatchObject({ members: 2, courses: [{ name: 'Depositions' }] })

  const { body: again } = await owner.post(ENROLLMENTS, body)
  expect(again).toMatchObject({ granted: 0, had: 2, added: 0 })
  const support = as(await member({ role: 'support' }))
  expect((await support.post(ENROLLMENTS, body)).status).toBe(403)
  expect((await support.post(ENROLLMENTS, { ...body, group: null })).status).toBe(200)
  await owner.post(`${GROUPS}${group}/delete/`, {})
  expect((await owner.post(ENROLLMENTS, body)).status).toBe(404)
})
