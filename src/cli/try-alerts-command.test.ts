import { expect, onTestFinished, test, vi } from 'vitest'
import { testAcademy } from '../../test/harness/academy.ts'
import { tryAlertsCommand } from './try-alerts-command.ts'

async function runTryAlerts(settings: { operatorMail?: string; alertWebhook?: string }) {
  const { deps, mailbox } = await testAcademy()
  onTestFinished(() => void vi.restoreAllMocks())
  const printed: string[] = []
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((text: string) => void printed.push(text))
  const config = { ...deps.config, ...settings }
  const code = await tryAlertsCommand.run({ ...deps, config })
  return { code, printed, emails: await mailbox() }
}

test("a test alert reports for each channel whether it was accepted, and never the webhook's address", async () => {
  const operatorMail = 'operator@academy.test'
  const { code, printed, emails } = await runTryAlerts({ operatorMail, alertWebhook: 'http://127.0.0.1:1999/secret' })
  expect(code).toBe(1)
  expect(printed).toEqual([
    'OPERATOR_MAIL: accepted. Check that it arrived.',
    expect.stringMatching(/^ALERT_WEBHOOK: not accepted \(It does not answer .*ECONNREFUSED/),
  ])
  expect(emails).toMatchObject([{ to: operatorMail, subject: 'Test alert (academy.test)' }])
  expect(await runTryAlerts({})).toMatchObject({ code: 2, printed: [expect.stringContaining('Set OPERATOR_MAIL')] })
})
