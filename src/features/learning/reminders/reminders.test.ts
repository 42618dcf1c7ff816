import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lectures, products } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { members } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { siteSettings } from '#db/tables/site.ts'
import { lectureCompletions, playbackPositions } from '#db/tables/study.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import type { Course, Member } from '../../../../test/harness/builders.ts'
import { startMailServer } from '../../../../test/harness/mail-server.ts'
import { sendDueReminders } from './reminders.service.ts'

/** Ten in the morning in the academy's time zone, when the job runs. */
const TODAY = new Date('2026-03-10T10:17:00Z')
const daysAgo = (days: number) => new Date(TODAY.getTime() - days * 86_400_000)
const hourLater = (hour: number) => new Date(TODAY.getTime() + (hour - 10) * 3_600_000)
const SETTINGS = { study_reminder_days: 7 }

async function academyAtReminderHour({ settings = SETTINGS as object, mail = undefined as undefined | 'server' } = {}) {
  const server = mail && (await startMailServer())
  const academy = await testAcademy({
    change: (deps) =>
      server ? { ...deps, mail: withEmailLog(server.mail, { db: deps.db, now: deps.now, onError() {} }) } : deps,
  })
  const { db, deps, setTime, mailbox } = academy
  setTime(TODAY)
  await db.insert(siteSettings).values({ settings })
  const complete = (member: Member, lecture: { id: string } | undefined, days: number) =>
    db
      .insert(lectureCompletions)
      .values({ memberId: member.id, lectureId: lecture?.id ?? '', completedAt: daysAgo(days) })
  /** A course with two ten-minute lectures. */
  const courseToWatch = async (title: string) => {
    const course = await academy.course({ title })
    for (const { id, slug } of course.lectures) {
      const video = await academy.file(`${slug}.mp4`, 'video/mp4', `${title} ${slug}`)
      await db.update(files).set({ seconds: 600 }).where(eq(files.id, video.id))
      await db.update(lectures).set({ videoFileId: video.id }).where(eq(lectures.id, id))
    }
    return course
  }
  const stop = async (
    member: Member,
    lecture: { id: string } | undefined,
    given: { seconds: number; days: number },
  ) => {
    const [row] = await db
      .select()
      .from(lectures)
      .where(eq(lectures.id, lecture?.id ?? ''))
    const position = { memberId: member.id, fileId: row?.videoFileId ?? '', seconds: given.seconds }
    await db.insert(playbackPositions).values({ ...position, updatedAt: daysAgo(given.days) })
  }
  /** A member with access to the course who completed its first lecture this many days ago. */
  const begun = async (course: Course, days: number, given: { isVerified?: boolean } = {}) => {
    const member = await academy.member(given)
    await academy.purchase(member.id, course.id)
    await complete(member, course.lectures[0], days)
    return member
  }
  const remind = () => sendDueReminders(deps)
  const rows = async () =>
    (await academy.pool.query('select member_id, course_id, day::text from study_reminders')).rows
  const sentTo = async () => (await mailbox()).map(({ to }) => to)
  return { ...academy, server, complete, courseToWatch, stop, begun, remind, rows, sentTo }
}

test('reminds a member who stopped a week ago once of where to continue, what is left, and how to unsubscribe, and links to the lecture', async () => {
  const { courseToWatch, begun, stop, remind, runJobs, mailbox, setTime, rows, nextDay } = {
    ...(await academyAtReminderHour()),
    nextDay: new Date(TODAY.getTime() + 86_400_000),
  }
  const course = await courseToWatch('Depositions')
  const nora = await begun(course, 9)
  await stop(nora, course.lectures[1], { seconds: 192, days: 8 })
  await remind()
  await runJobs()
  const [mail, ...others] = await mailbox()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: nora.email, subject: 'Continue Depositions' })
  for (const words of [
    'You started Depositions and left off in lecture 2, Lecture 2, at 3:12.',
    'about 7 minutes of lectures left.',
    'Continue:\nhttp://academy.test/MyAcademy/depositions/Lecture/lecture-2',
    `Unsubscribe from study reminders:\n${mail?.leave}`,
  ])
    expect(mail?.text).toContain(words)
  expect(mail?.leave).toMatch(/^http:\/\/academy\.test\/Leave\/[\w-]{90,}$/)
  expect(mail?.html).toContain(`href="${mail?.leave}"`)

  setTime(nextDay)
  await remind()
  await runJobs()
  expect(await mailbox()).toHaveLength(1)
  expect(await rows()).toEqual([{ member_id: nora.id, course_id: course.id, day: '2026-03-10' }])
})

test('sends both one-click unsubscribe headers to the mail server', async () => {
  const { course, begun, remind, runJobs, server } = await academyAtReminderHour({ mail: 'server' })
  await begun(await course(), 8)
  await remind()
  await runJobs()
  const source = server?.received[0]?.source.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
  expect(source).toMatch(/^List-Unsubscribe: <http:\/\/academy\.test\/Leave\/[\w-]{90,}>\r?$/m)
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
})

test('reminds no one too early or too late, or whose course is finished, not started, not owned, or certified, or who is unsubscribed, locked, or unverified', async () => {
  const academy = await academyAtReminderHour()
  const { course, begun, complete, member, purchase, db, pool, as, remind, rows } = academy
  const [first] = [await course({ title: 'Depositions' })]
  await begun(first, 6.9)
  await begun(first, 366)
  await complete(await begun(first, 9), first.lectures[1], 8)
  await purchase((await member()).id, first.id)
  await complete(await member(), first.lectures[0], 8)
  await as(await begun(first, 8)).post('/Academy/api/account/mails/', { kind: 'study-reminder', is_on: false })
  const locked = await begun(first, 8)
  await db.update(members).set({ lockedAt: TODAY }).where(eq(members.id, locked.id))
  const leaving = await begun(first, 8)
  await db.update(members).set({ deletionDueAt: TODAY }).where(eq(members.id, leaving.id))
  await begun(first, 8, { isVerified: false })
  const refunded = await begun(first, 8)
  await db.update(purchases).set({ state: 'refunded' }).where(eq(purchases.memberId, refunded.id))
  const certified = await begun(first, 9)
  await pool.query(
    `with attempt as (insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at)
       values ($1, $2, 10, 10, '[]', true, $3) returning id)
     insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name) select 'seal', $1, $2, id, 'Nora', 'x' from attempt`,
    [certified.id, first.id, daysAgo(8)],
  )
  // A member who tried the exam yesterday is still studying, however long ago everything else was.
  const trying = await begun(first, 9)
  await pool.query(
    `insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at) values ($1, $2, 1, 10, '[]', true, $3)`,
    [trying.id, first.id, daysAgo(1)],
  )
  await remind()
  expect(await rows()).toEqual([])
  const due = await begun(first, 7.1)
  await remind()
  expect(await rows()).toMatchObject([{ member_id: due.id }])
})

test('reminds of granted and off-sale courses, and ignores removed lectures', async () => {
  const { course, member, complete, db, pool, remind, rows } = await academyAtReminderHour()
  const given = await course()
  const nora = await member()
  await pool.query(`insert into grants (member_id, product_id, reason) values ($1, $2, 'class')`, [nora.id, given.id])
  await complete(nora, given.lectures[0], 8)
  await db.update(products).set({ publishedAt: null }).where(eq(products.id, given.id))
  await db
    .update(lectures)
    .set({ retiredAt: TODAY })
    .where(eq(lectures.id, given.lectures[1]?.id ?? ''))
  await remind()
  expect(await rows()).toEqual([])
  await db.update(lectures).set({ retiredAt: null })
  await remind()
  expect(await rows()).toMatchObject([{ member_id: nora.id, course_id: given.id }])
})

test('never reminds twice in a day: the course studied last comes first, the next one a day later', async () => {
  const { course, begun, complete, purchase, remind, rows, setTime } = await academyAtReminderHour()
  const [earlier, later] = [await course(), await course()]
  const nora = await begun(earlier, 20)
  await purchase(nora.id, later.id)
  await complete(nora, later.lectures[0], 10)
  await Promise.all([remind(), remind()])
  await remind()
  expect(await rows()).toMatchObject([{ course_id: later.id, day: '2026-03-10' }])
  setTime(new Date(TODAY.getTime() + 86_400_000))
  await remind()
  expect(await rows()).toMatchObject([{ course_id: later.id }, { course_id: earlier.id, day: '2026-03-11' }])
})

test('does nothing at another local hour or without the setting', async () => {
  const { course, begun, remind, rows, setTime, db } = await academyAtReminderHour()
  await begun(await course(), 8)
  for (const hour of [0, 3, 9, 11, 23]) {
    setTime(hourLater(hour))
    await remind()
  }
  setTime(TODAY)
  await db.update(siteSettings).set({ settings: { ...SETTINGS, time_zone: 'America/New_York' } })
  await remind()
  await db.update(siteSettings).set({ settings: {} })
  await remind()
  expect(await rows()).toEqual([])
  // Ten in New York, in daylight saving time.
  setTime(hourLater(14))
  await db.update(siteSettings).set({ settings: { ...SETTINGS, time_zone: 'America/New_York' } })
  await remind()
  expect(await rows()).toHaveLength(1)
})

const MEANWHILE: Record<
  string,
  (academy: Awaited<ReturnType<typeof academyAtReminderHour>>, nora: Member, course: Course) => Promise<unknown>
> = {
  studied: ({ complete }, nora, course) => complete(nora, course.lectures[1], 0),
  refunded: ({ db }, nora) => db.update(purchases).set({ state: 'refunded' }).where(eq(purchases.memberId, nora.id)),
  left: ({ as }, nora) => as(nora).post('/Academy/api/account/mails/', { kind: 'study-reminder', is_on: false }),
  locked: ({ db }, nora) => db.update(members).set({ lockedAt: TODAY }).where(eq(members.id, nora.id)),
  unverified: ({ db }, nora) => db.update(members).set({ emailVerifiedAt: null }).where(eq(members.id, nora.id)),
  night: async ({ setTime }) => setTime(hourLater(21)),
  'switched off': ({ db }) => db.update(siteSettings).set({ settings: {} }),
}

test.each(Object.keys(MEANWHILE))(
  'checks again when sending, and an unsent reminder does not count: %s',
  async (what) => {
    const academy = await academyAtReminderHour()
    const { course, begun, remind, runJobs, rows, sentTo } = academy
    const [depositions, other] = [await course(), await course()]
    const nora = await begun(depositions, 8)
    const kim = await begun(other, 8)
    await remind()
    expect(await rows()).toHaveLength(2)
    await MEANWHILE[what]?.(academy, nora, depositions)
    await runJobs()
    expect(await sentTo()).not.toContain(nora.email)
    const isOfAll = what === 'night' || what === 'switched off'
    expect(await sentTo()).toEqual(isOfAll ? [] : [kim.email])
    expect(await rows()).toHaveLength(isOfAll ? 0 : 1)
  },
)

test('shows staff how many reminders would go out today without sending any', async () => {
  const { course, begun, as, member, rows, mailbox } = await academyAtReminderHour({ settings: {} })
  const first = await course()
  await begun(first, 8)
  await begun(first, 30)
  const owner = as(await member({ role: 'owner' }))
  const due = async (days: string) => (await owner.get(`/Academy/api/studio/site/reminders/${days}/`)).body
  expect([await due('7'), await due('14'), await due('90')]).toEqual([{ members: 2 }, { members: 1 }, { members: 0 }])
  for (const wrong of ['0', '91', 'x', '7.5']) expect(await due(wrong)).toMatchObject({ code: 'invalid' })
  expect([await rows(), await mailbox()]).toEqual([[], []])
})
