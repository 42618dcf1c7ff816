import { expect, test } from 'vitest'
import { isHardBounce } from './hard-bounce.ts'

test.each<[status: string | undefined, replyCode: number | undefined, text: string, isHard: boolean]>([
  ['5.1.1', 550, '', true],
  ['5.1.2', undefined, '', true],
  ['5.1.3', 553, '', true],
  ['5.1.6', 551, '', true],
  ['5.1.10', 550, 'RESOLVER.ADR.RecipientNotFound', true],
  ['5.2.1', 550, '', true],
  ['5.2.2', 552, 'user unknown', false],
  ['5.7.1', 550, 'no such user', false],
  ['5.4.4', undefined, 'Host not found', false],
  ['4.1.1', 450, 'no such user', false],
  ['5.0.0', 550, 'No such user here', true],
  ['5.0.0', 550, 'Rejected', false],
  [undefined, 550, '550 No Such User Here', true],
  [undefined, 550, '550 Requested action not taken: mailbox not found', true],
  [undefined, 550, '550 <nora@example.com>: Recipient address does not exist', true],
  [undefined, 550, '550 User unknown, blocked by policy', false],
  [undefined, 550, '550 mailbox unavailable', false],
  [undefined, 550, `550 ${' '.repeat(600)} no such user`, false],
  [undefined, 554, '554 no such user', false],
  [undefined, 450, '450 no such user', false],
  [undefined, undefined, 'no such user', false],
  ['5.1.0', 550, '<a@example.com>: Sender address rejected: User unknown in virtual mailbox table', false],
  ['5.1.1', 550, '<a@example.com>: Sender address rejected: undeliverable address', false],
  ['5.1.2', 550, 'Sender domain not found', false],
  [undefined, 550, '550 Sender verify failed: no such user', false],
  [undefined, 550, '550 Your account is disabled', false],
])('status %s, reply %s, text %j: the mailbox is gone, %s', (status, replyCode, text, isHard) => {
  expect(isHardBounce({ status, replyCode, text })).toBe(isHard)
})
