import { expect, test, vi } from 'vitest'
import { printError, printLine } from './command.ts'

test('user-chosen names cannot move the cursor or set the title of the terminal', () => {
  const printed = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockImplementation(() => {}))
  expect([printLine('Nora\u001b[2J\u0007 Lee\n\tnext\r\n\u009b31m'), printError('\u001b]0;mine\u0007')]).toEqual([0, 1])
  const [output, complained] = printed.map(({ mock }) => mock.calls[0]?.[0])
  expect([output, complained]).toEqual(['Nora [2J  Lee\n\tnext\r\n 31m', ' ]0;mine '])
  for (const spy of printed) spy.mockRestore()
})
