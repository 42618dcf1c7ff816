import { expect, test } from 'vitest'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../test/harness/audit.ts'
import { createCommandRunner } from '../../test/harness/command-runner.ts'
import { submitExam } from '../../test/harness/submit-exam.ts'
import { attemptsCommand } from './attempts-command.ts'
import { membersCommand } from './members-command.ts'
import { ordersCommand } from './orders-command.ts'

test('orders prints its results and the next commands; only exports for programs are logged', async () => {
  const { deps, pool, member, course, purchase } = await testAcademy()
  const nora = await member()
  for (let n = 0; n < 3; n += 1) await purchase(nora.id, (await course()).id)
  const type = createCommandRunner(deps)
  const { code, text } = await type(ordersCommand, ['nora'], { limit: '2' })
  expect(code).toBe(0)
  expect(text).toMatch(/^Date +Order +State +Product +Buyer +Total\n/)
  const numbers = [...text.matchAll(/  ([0-9A-F]{12})  paid   Something bought  Nora Nightingale, \S+  \$299\.00/g)]
  expect(numbers).toHaveLength(2)
  const last = numbers.at(-1)?.[1] ?? ''
  expect(text).toMatch(new RegExp(`2 orders, newest first. For older ones, add --after ${last}$`))
  expect((await type(ordersCommand, ['nora'], { after: last })).text).toContain('\n1 order, newest first.')
  expect((await type(ordersCommand, ['nobody'])).text).toContain('--state any')
  for (const options of [{ state: 'sold' }, { since: 'today' }, { until: '2026-02-30' }, { limit: 'many' }])
    await expect(type(ordersCommand, [], options)).rejects.toMatchObject({ code: 'invalid' })
  expect(await readEventKinds(pool)).toEqual([])
  expect(JSON.parse((await type(ordersCommand, [], { json: true })).text)).toHaveLength(3)
  expect(await readEventKinds(pool)).toEqual(['sales.exported'])
})

test('members prints one member in full, several as a list, and says when there is none', async () => {
  const { deps, pool, member, course, purchase } = await testAcademy()
  const nora = await member()
  await purchase(nora.id, (await course({ title: 'Depositions' })).id)
  await lockAccount(deps, { memberId: nora.id, because: 'Please call us.', by: OPERATOR })
  const type = createCommandRunner(deps)
  const { text } = await type(membersCommand, [nora.email])
  for (const part of [
    `Username      ${nora.username}\n`,
    'Role          learner\n',
    /State         locked \d{4}-\d\d-\d\d \d\d:\d\d UTC "Please call us\."\n/,
    'Two-factor    none\n',
    'Sessions: none\n',
    'Orders:\nDate ',
    'Free access: none\n',
    /Depositions +0 of 2 +0%/,
    'Exams and certificates: none\n',
    'Recent emails: none',
  ])
    expect(text).toMatch(part)
  expect(JSON.parse((await type(membersCommand, [nora.id], { json: true })).text)).toMatchObject({
    account: { id: nora.id },
  })
  await member({ firstName: 'Nora', lastName: 'Barton' })
  expect((await type(membersCommand, ['Nora'])).text).toMatch(/^Username .*\n\n2 members\. To see one in full/s)
  await expect(type(membersCommand, ['nobody'])).rejects.toMatchObject({ code: 'not_found' })
  expect((await type(membersCommand, [])).code).toBe(2)
  // Viewing is not logged; exports for programs are.
  expect(await readEventKinds(pool)).toEqual(['account.locked', 'list.exported'])
})

test('attempts lists the members who took an exam, and says when there are none', async () => {
  const { deps, as, member, course, purchase } = await testAcademy()
  const nora = await member()
  const { id, slug, questions } = await course({ title: 'Depositions' })
  await purchase(nora.id, id)
  const type = createCommandRunner(deps)
  expect((await type(attemptsCommand, [slug])).text).toBe('No one has taken the exam for Depositions yet.')
  const answers = questions.map(({ id: question_id, wrong }) => ({ question_id, answer: wrong }))
  await submitExam(as(nora), slug, answers)
  expect((await type(attemptsCommand, [slug], { failed: true })).text).toMatch(
    /^Depositions\n\nMember .*\nNora Nightingale, \S+  failed  0 of 10 +1  \d{4}-\d\d-\d\d \d\d:\d\d UTC  none\n\n1 member\.$/,
  )
  expect((await type(attemptsCommand, [slug], { 'no-certificate': true })).text).toBe(
    'No matching exam results for Depositions.',
  )
  await expect(type(attemptsCommand, ['nothing'])).rejects.toMatchObject({ code: 'not_found' })
  expect((await type(attemptsCommand, [])).code).toBe(2)
})
