import { expect, test } from 'vitest'
import { purchases } from '#db/tables/sales.ts'
import { pageAddress } from '#shared/pages.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { deliverNotificationEmail, planDueEmails } from './notification-emails.service.ts'
import { notify, type NotificationContent, withdrawNotifications } from './notifications.public.ts'

/** This is a Wednesday. Monday was November 9. */
const TODAY = new Date('2026-11-11T10:47:00Z')
const later = (days: number) => new Date(TODAY.getTime() + days * 86_400_000)

async function academyThatMails() {
  const academy = await testAcademy()
  const { deps, db, as, setTime } = academy
  setTime(TODAY)
  const nora = await academy.member()
  const notifyNora = (kind: NotificationContent['kind'], cause: string, more: Partial<NotificationContent> = {}) =>
    db.transaction((tx) =>
      notify(deps, tx, {
        kind,
        cause,
        words: `Words of ${cause}.`,
        address: pageAddress('/Account/'),
        to: nora.id,
        now: deps.now(),
        ...more,
      }),
    )
  const choose = async (kind: string, delivery: string) =>
    (await as(nora).post('/Academy/api/account/mails/delivery/', { kind, delivery })).body
  const plan = async () => {
    await planDueEmails(deps)
    await academy.runJobs()
  }
  const subjects = async () => (await academy.mailbox()).map(({ subject }) => subject).toReversed()
  return { ...academy, nora, notifyNora, choose, plan, subjects }
}

test('emails immediate notifications with their address and an unsubscribe link for just that kind', async () => {
  const { notifyNora, runJobs, mailbox, as } = await academyThatMails()
  await notifyNora('reply', 'post:1')
  await notifyNora('followed-thread', 'post:2')
  await notifyNora('certificate', 'certificate:1')
  await runJobs()
  const [email, ...others] = await mailbox()
  expect(others).toEqual([])
  expect(email).toMatchObject({ subject: 'Words of post:1' })
  expect(email?.text).toContain('View:\nhttp://academy.test/Account/')
  const token = email?.leave?.split('/').at(-1)
  expect((await as(undefined).post('/Academy/api/leave/', { token, is_on: false })).body).toEqual({
    message: 'You won’t get emails about replies to your questions anymore.',
  })
  await notifyNora('reply', 'post:3')
  await runJobs()
  expect(await mailbox()).toHaveLength(1)
})

test('sends daily and weekly emails in the morning, once, with all notifications from before that day or week', async () => {
  const { notifyNora, plan, subjects, setTime, mailbox, deps } = await academyThatMails()
  await notifyNora('followed-thread', 'post:1')
  // Notifications that are created within the same millisecond have no defined order, so the second one is created
  // later.
  setTime(new Date(TODAY.getTime() + 1))
  await notifyNora('followed-thread', 'post:2')
  await notifyNora('new-lecture', 'lecture:1')
  await plan()
  expect(await subjects()).toEqual([])
  setTime(later(1))
  await notifyNora('followed-thread', 'post:3')
  await planDueEmails(deps)
  await Promise.all([planDueEmails(deps), planDueEmails(deps)])
  await plan()
  await plan()
  expect(await subjects()).toEqual(['Discussions you follow: 2'])
  expect((await mailbox())[0]?.text).toMatch(/Words of post:1\.\n\nWords of post:2\./)
  setTime(later(5))
  await plan()
  expect((await subjects()).toSorted()).toEqual(['Discussions you follow: 2', 'Words of lecture:1', 'Words of post:3'])
})

test.each([
  ['at night', '2026-11-12T05:00:00Z', 0],
  ['in the morning', '2026-11-12T08:00:00Z', 1],
  ['late in the evening', '2026-11-12T21:00:00Z', 0],
])('sends daily emails by the day: %s', async (_, time, expected) => {
  const { notifyNora, plan, subjects, setTime } = await academyThatMails()
  await notifyNora('followed-thread', 'post:1')
  setTime(new Date(time))
  await plan()
  expect(await subjects()).toHaveLength(expected)
})

test('sends an email whose process crashed before sending on the next try, and never twice', async () => {
  const { deps, notifyNora, subjects, setTime, nora } = await academyThatMails()
  await notifyNora('followed-thread', 'post:1')
  setTime(later(1))
  const payload = { memberId: nora.id, kind: 'followed-thread', due: 'daily', before: later(1).toISOString() } as const
  const [job, other] = ['0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e12']
  const dying = { ...deps, mail: { ...deps.mail, send: () => Promise.reject(new Error('killed')) } }
  await expect(deliverNotificationEmail(dying, payload, job)).rejects.toThrow('killed')
  await deliverNotificationEmail(deps, payload, other)
  expect(await subjects()).toEqual([])
  await deliverNotificationEmail(deps, payload, job)
  await deliverNotificationEmail(deps, payload, job)
  expect(await subjects()).toEqual(['Words of post:1'])
})

test('omits notifications that were withdrawn, read, unsubscribed, or are for products no longer owned', async () => {
  const academy = await academyThatMails()
  const { notifyNora, plan, subjects, setTime, as, nora, db, course, purchase, choose } = academy
  const { id: productId } = await course()
  await purchase(nora.id, productId)
  await notifyNora('accepted-answer', 'post:1')
  await withdrawNotifications(db, 'post:1')
  await notifyNora('accepted-answer', 'post:2')
  const { body } = await as(nora).post('/Academy/api/account/notices/', {})
  await as(nora).post('/Academy/api/account/notices/read/', { id: body.notices[0].id })
  await notifyNora('followed-thread', 'post:3')
  expect(await choose('followed-thread', 'never')).toEqual({
    message: 'You won’t get emails about discussions you follow anymore.',
  })
  await notifyNora('new-lecture', 'lecture:1', { productId })
  await db.update(purchases).set({ state: 'refunded' })
  setTime(later(8))
  await plan()
  expect(await subjects()).toEqual([])
})

test('applies a new choice to pending notifications and offers learners no staff kinds', async () => {
  const academy = await academyThatMails()
  const { notifyNora, plan, subjects, setTime, choose, as, nora, member } = academy
  await notifyNora('new-lecture', 'lecture:1')
  expect(await choose('new-lecture', 'daily')).toEqual({ message: 'You’ll get emails about new lectures once a day.' })
  setTime(later(1))
  await plan()
  expect(await subjects()).toEqual(['Words of lecture:1'])
  await notifyNora('new-lecture', 'lecture:2')
  await choose('new-lecture', 'now')
  await academy.runJobs()
  expect(await subjects()).toEqual(['Words of lecture:1', 'Words of lecture:2'])
  const kinds = async (who: typeof nora) =>
    (await as(who).get('/Academy/api/account/mails/')).body.map((each: { kind: string }) => each.kind)
  expect(await kinds(nora)).not.toContain('question')
  expect(await kinds(await member({ role: 'editor' }))).toContain('question')
  for (const body of [
    { kind: 'order', delivery: 'now' },
    { kind: 'reply', delivery: 'hourly' },
  ])
    expect((await as(nora).post('/Academy/api/account/mails/delivery/', body)).status).toBe(400)
})
