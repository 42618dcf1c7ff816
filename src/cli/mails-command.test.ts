import { expect, test } from 'vitest'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { createCommandRunner } from '../../test/harness/command-runner.ts'
import { mailsCommand } from './mails-command.ts'
import type { CommandInput } from './command.ts'

test('mails lists the emails of a member or an address, and says when there are none', async () => {
  const { deps, db, member, course, purchase, runJobs } = await testAcademy()
  const typed = createCommandRunner(deps)
  const { id, username, email } = await member()
  await deps.jobs.enqueue(db, sendReceipt, { purchaseId: await purchase(id, (await course()).id) })
  await runJobs()
  const type = async (args: string[], options: CommandInput['options'] = {}) => {
    const { code, text } = await typed(mailsCommand, args, options)
    expect(code).toBe(0)
    return text
  }
  for (const receiver of [username, email.toUpperCase(), id, undefined])
    expect(await type(receiver === undefined ? [] : [receiver])).toMatch(
      new RegExp(
        `^Sent +To +Subject +Result\n\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  ${email}  Your receipt: Something bought  sent\n\n1 email, newest first\\. Times are in `,
      ),
    )
  expect(JSON.parse(await type([username], { json: true }))).toMatchObject([{ memberId: id, result: 'sent' }])
  expect(await type(['nobody@example.com'])).toBe('No emails have been sent to nobody@example.com in the last 90 days.')
  expect(await type([username], { since: '2099-01-01' })).toBe(
    `No emails have been sent to ${username} since 2099-01-01.`,
  )
  await expect(type(['nobody'])).rejects.toMatchObject({ code: 'not_found' })
  await expect(type([], { since: 'yesterday' })).rejects.toMatchObject({ code: 'invalid' })
})
