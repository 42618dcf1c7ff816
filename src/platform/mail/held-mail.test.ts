import { expect, test } from 'vitest'
import { confirmFormerAddress, findUnconfirmedAddress } from '#features/commerce/payments/payments.public.ts'
import { testAcademy } from '../../../test/harness/academy.ts'
import { OPERATOR } from '../../../test/harness/audit.ts'
import { holdOptionalEmails } from './held-mail.ts'
import type { MailMessage } from './mail.ts'

const message: MailMessage = { to: 'nora@example.com', memberId: null, subject: 'Hi', text: '', html: '' }

test('at another address, optional emails wait until the former one is confirmed, and required ones are sent', async () => {
  const { deps, db, pool } = await testAcademy()
  await pool.query("insert into academy_address (host, since) values ('original.example.com', now())")
  const sent: MailMessage[] = []
  const isHeld = async () => (await findUnconfirmedAddress(db, deps.config)) !== undefined
  const mail = holdOptionalEmails({ send: async (each) => void sent.push(each), close() {} }, isHeld)
  const optional = { ...message, leave: 'http://academy.test/Leave/x' }
  await mail.send(message)
  await expect(mail.send(optional)).rejects.toThrow('unavailable')
  expect(sent).toEqual([message])
  await confirmFormerAddress(deps, { typed: 'original.example.com', by: OPERATOR })
  await mail.send(optional)
  expect(sent).toEqual([message, optional])
})
