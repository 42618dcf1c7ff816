import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readLog } from '#features/foundation/audit-log/audit-log.public.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { OPERATOR } from '../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../test/harness/card-browser.ts'
import { readPdf } from '../../test/oracles/pdf.ts'
import { privacyCommands } from './privacy-commands.ts'

test('reading an invoice is logged, also a sealed one; a request for a missing invoice is not', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  const { as, deps, emulator, folder, ...academy } = await testAcademy()
  const [nurse, course] = [await academy.member({ lastName: 'Quackenbush' }), await academy.course()]
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: course.slug })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}/`)
  const verb = privacyCommands['invoice']
  if (!verb || !('run' in verb)) throw new Error('no verb')
  const handOut = (number: string, file: string) =>
    verb.run(deps, { args: [number, path.join(folder, file)], options: {}, by: OPERATOR })
  const handedOut = async () =>
    (await readLog(deps.db, { kind: 'invoice', memberId: undefined, since: undefined, limit: 9 })).entries

  await expect(handOut('INV-000404', 'none.pdf')).rejects.toMatchObject({ code: 'not_found' })
  expect(await handedOut()).toEqual([])
  expect(await handOut('TEST-INV-000001', 'open.pdf')).toBe(0)
  await academy.runJobs()
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  expect(await handOut('TEST-INV-000001', 'sealed.pdf')).toBe(0)
  const entry = {
    kind: 'invoice.handed_out',
    by: { kind: 'command_line', name: 'sara' },
    subject: { id: 'TEST-INV-000001' },
  }
  expect(await handedOut()).toMatchObject([entry, entry])
  const file = path.join(folder, 'sealed.pdf')
  expect((await readPdf(await readFile(file))).text).toContain('Quackenbush')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  // This shows that refusals are logged, too.
  expect('isReading' in verb).toBe(false)
})
