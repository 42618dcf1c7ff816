import { expect, test } from 'vitest'
import { updateAlerts, type Alert, formatSummary, type HealthCheck } from './alerts.rules.ts'

const START = new Date('2026-11-22T10:00:00Z')
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
const wrong = (name: HealthCheck['name'], more: Partial<HealthCheck> = {}): HealthCheck => ({
  name,
  is: 'wrong',
  text: 'little room',
  ...more,
})
const is = (name: HealthCheck['name'], state: 'fine' | 'unknown'): HealthCheck => ({ name, is: state, text: '' })

/** Runs the checks at these minutes, and returns what was reported and when. */
function runChecks(looks: [minute: number, ...HealthCheck[]][]) {
  let alerts: Alert[] = []
  return looks.flatMap(([minute, ...seen]) => {
    const { changes, active, over } = updateAlerts(alerts, seen, after(minute))
    alerts = [...alerts.filter(({ name }) => ![...over, ...active.map((each) => each.name)].includes(name)), ...active]
    return changes.map((change) => `${minute} ${change.name} ${change.is}`)
  })
}

const DAY = 24 * 60

test('reports an alert once when it starts, once a day while it lasts, and when it ends', () => {
  const disk = wrong('disk_low')
  expect(
    runChecks([
      [0, disk],
      [5, disk],
      [DAY - 5, disk],
      [DAY, disk],
      [DAY + 5, disk],
      [2 * DAY, disk],
      [2 * DAY + 5, is('disk_low', 'fine')],
      [2 * DAY + 20, is('disk_low', 'fine')],
      [2 * DAY + 25, is('disk_low', 'fine')],
    ]),
  ).toEqual(['0 disk_low new', `${DAY} disk_low lasts`, `${2 * DAY} disk_low lasts`, `${2 * DAY + 20} disk_low over`])
})

test('reports a problem that comes and goes within minutes once when it starts and once when it ends', () => {
  const flicker = [0, 10, 20, 30, 40].flatMap((minute): [number, HealthCheck][] => [
    [minute, wrong('disk_low')],
    [minute + 5, is('disk_low', 'fine')],
  ])
  expect(runChecks([...flicker, [55, is('disk_low', 'fine')]])).toEqual(['0 disk_low new', '55 disk_low over'])
})

test('neither starts nor ends an alert for a failed check, and repeats its last report', () => {
  const unknown = is('certificate_ending', 'unknown')
  expect(
    runChecks([
      [0, unknown],
      [5, wrong('certificate_ending')],
      [30, unknown],
      [60, unknown],
      [DAY + 5, unknown],
    ]),
  ).toEqual(['5 certificate_ending new', `${DAY + 5} certificate_ending lasts`])
})

test('reports an additional order at once, and says nothing when there is one fewer', () => {
  const lost = (...about: string[]) => wrong('jobs_waiting', { about })
  expect(
    runChecks([
      [0, lost('A')],
      [5, lost('A', 'B')],
      [10, lost('B')],
      [15, lost('B', 'A')],
    ]),
  ).toEqual(['0 jobs_waiting new', '5 jobs_waiting new', '15 jobs_waiting new'])
})

test("includes alerts reported half a day ago in another one's daily report", () => {
  const [disk, jobs] = [wrong('disk_low'), wrong('jobs_waiting')]
  expect(
    runChecks([
      [0, disk],
      [DAY / 2, disk, jobs],
      [DAY, disk, jobs],
      [DAY * 1.5, disk, jobs],
    ]),
  ).toEqual(['0 disk_low new', `${DAY / 2} jobs_waiting new`, `${DAY} disk_low lasts`, `${DAY} jobs_waiting lasts`])
})

test("keeps an alert's start time unless the check gives one, and leaves another version's alert unchanged", () => {
  const other = { name: 'of_a_newer_version', text: '', about: [], since: START, seenAt: START, notifiedAt: START }
  const first = updateAlerts([other], [wrong('disk_low'), wrong('mail_failing', { since: after(-90) })], START)
  expect(first.active.map(({ since }) => since)).toEqual([START, after(-90)])
  const later = updateAlerts(
    [other, ...first.active],
    [wrong('disk_low', { text: 'less room' }), is('mail_failing', 'fine')],
    after(60),
  )
  expect(later.active).toEqual([
    { name: 'disk_low', text: 'less room', about: [], since: START, seenAt: after(60), notifiedAt: START },
  ])
  expect(later.over).toEqual(['mail_failing'])
})

test('summarizes everything in one line', () => {
  const line = formatSummary([
    { name: 'disk_low', is: 'new' },
    { name: 'mail_failing', is: 'over' },
    { name: 'jobs_waiting', is: 'new' },
  ])
  expect(line).toBe('Needs attention: The disk needs attention; Jobs are delayed. Resolved: Emails are failing.')
})
