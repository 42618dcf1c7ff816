import { expect, onTestFinished, test, vi } from 'vitest'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { createOutageRetry } from './outage-retry.ts'

const AWAY = new UnavailableError('The post', new Error('nobody answers'))

test('work that waited twenty minutes makes room; other failures are not waited for', async () => {
  const unlessAway = createOutageRetry(() => {})
  const { signal } = new AbortController()
  const { now } = performance
  let minutes = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + minutes * 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  let tries = 0
  const waiting = unlessAway(
    'letters',
    async () => {
      tries += 1
      minutes = tries * 19
      throw AWAY
    },
    signal,
  )
  await expect(waiting).rejects.toBe(AWAY)
  expect(tries).toBe(2)

  const broken = new Error('no such member')
  await expect(unlessAway('letters', () => Promise.reject(broken), signal)).rejects.toBe(broken)
})

test.each([
  ['done', () => Promise.resolve()],
  ['refused', () => Promise.reject(new PermanentFailureError('nobody of this name'))],
])(
  'an outage until the next turn ends with a job that is %s, and the next outage is reported again',
  async (_how, answer) => {
    const reports: string[] = []
    const unlessAway = createOutageRetry(({ what }) => reports.push(what))
    const { signal } = new AbortController()
    const turn = () => unlessAway('letters', () => Promise.reject(AWAY), AbortSignal.timeout(20)).catch(() => {})
    await Promise.all([turn(), turn()])
    // The success of another kind of work doesn't show that the mail server is available again.
    await unlessAway('sums', () => Promise.resolve(), signal)
    await turn()
    expect(reports).toEqual(['The post'])
    await unlessAway('letters', answer, signal).catch(() => {})
    await turn()
    expect(reports).toEqual(['The post', 'The post'])
  },
)

test('a refusal after a wait ends the outage, too', async () => {
  const reports: string[] = []
  const unlessAway = createOutageRetry(({ what }) => reports.push(what))
  const { signal } = new AbortController()
  for (let outage = 0; outage < 2; outage += 1) {
    let tries = 0
    const work = () => Promise.reject((tries += 1) === 1 ? AWAY : new PermanentFailureError('nobody of this name'))
    await expect(unlessAway('letters', work, signal)).rejects.toBeInstanceOf(PermanentFailureError)
  }
  expect(reports).toEqual(['The post', 'The post'])
})
