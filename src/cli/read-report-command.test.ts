import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { testAcademy } from '../../test/harness/academy.ts'
import { createCommandRunner } from '../../test/harness/command-runner.ts'
import { postfix } from '../../test/harness/returned-emails.ts'
import { readReportCommand } from './read-report-command.ts'

test('read-report records a bounce from standard input, and says what it did', async () => {
  const { deps, member, pool } = await testAcademy()
  const { id: memberId, email: to } = await member()
  const id = randomUUID()
  await pool.query(
    `insert into mails (id, kind, member_id, address, subject, result, first_tried_at, tried_at) values ($1, 'send-receipt', $2, $3, 'A', 'sent', now(), now())`,
    [id, memberId, to],
  )
  const type = createCommandRunner(deps)
  const read = async (...chunks: string[]) => {
    const stdin = vi
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue(Readable.from(chunks.map((each) => Buffer.from(each))) as never)
    const { code, text } = await type(readReportCommand, [])
    stdin.mockRestore()
    expect(code).toBe(0)
    return text
  }
  const report = postfix({ id, to })
  expect(await read('Subject: Hello\r\n\r\nHi')).toContain('isn’t a delivery status notification')
  expect(await read(postfix({ id: randomUUID(), to }))).toContain('isn’t about an email that this academy sent')
  expect(await read(report.slice(0, 500), report.slice(500), 'x'.repeat(1_000_000))).toContain('Recorded: the mailbox')
  expect(await read(report)).toContain('already recorded')
  expect((await pool.query('select reason from email_suppressions')).rows).toEqual([{ reason: 'bounced' }])
})
