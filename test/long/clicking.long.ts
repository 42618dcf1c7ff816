import { expect, test } from 'vitest'
import { testAcademy } from '../academy.ts'
import { payClicks } from '../clicking.ts'
import { figure } from '../figures.ts'

test('fifty times twenty parallel pay clicks make one purchase and one payment each', async () => {
  const figures = await payClicks(await testAcademy(), { rounds: 50, clicks: 20 })
  figure(`pay clicks: ${JSON.stringify(figures)}`)
  expect(figures).toMatchObject({ purchases: 50, intents: 50, settled: 50, receipts: 50 })
})
