import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { decodeHTML } from 'entities'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { courses } from '#db/tables/catalog.ts'
import { loadBuiltPages } from '#platform/http/pages.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Course, Member } from '../../../../test/harness/builders.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { openPaper, submitExam } from '../../../../test/harness/submit-exam.ts'
import { describeHolder, type Facts, ISSUER, TIME_ZONE } from '../../../../test/oracles/certificate-holder.ts'
import { attachedTo, readPdf } from '../../../../test/oracles/pdf.ts'
import { drawBadge } from '../open-badges/badge.picture.ts'
import { resendMemberCertificate, revokeCertificate } from './certificates.public.ts'
import { buildLinkedInUrl, toLinkedInCertificate } from './linkedin.rules.ts'

const OWN = '/Academy/api/account/certificates/'
const REASON = 'exam taken by someone else'
const NAME = { first_name: 'Filomena', last_name: 'Quackenbush', credentials_after_name: 'RN' }
const NEW_NAME = { ...NAME, first_name: 'Philomena', credentials_after_name: 'RN, BSN' }
const ABOUT_ATTEMPTS = /attempt|\btr(?:y|ies)\b|\bsecond\b|\btwice\b|retak|failed|paper/gi

/**
 * A carrier is anything that describes the certificate: the page, PDF, badge, credential, list, LinkedIn link, and
 * emails. `lectures`: how many of two were completed when the certificate was issued. `unsaid`: words that no carrier
 * may contain. `secret`: words that not even the page's source may contain. Emails that were sent before a change may
 * contain both.
 */
type Kind = {
  kind: string
  lectures: number
  failures?: number
  credentials?: string
  later?: 'revoked' | 'renamed' | 'erased'
  unsaid?: RegExp
  secret?: RegExp
}
const KINDS: readonly Kind[] = [
  { kind: 'completed all lectures', lectures: 2 },
  { kind: 'completed one lecture', lectures: 1, unsaid: /complet/gi },
  { kind: 'completed no lecture', lectures: 0, credentials: '', unsaid: /complet|credentials self/gi },
  { kind: 'passed on the second attempt', lectures: 2, failures: 1 },
  { kind: 'was revoked', lectures: 2, later: 'revoked', unsaid: /is valid/gi, secret: /someone else/g },
  { kind: 'was renamed', lectures: 0, later: 'renamed', unsaid: /complet/gi, secret: /Filomena/g },
  {
    kind: 'was erased',
    lectures: 1,
    later: 'erased',
    unsaid: /complet|@/gi,
    secret: /Filomena|Quackenbush|nurse-[\da-f]{8}/g,
  },
]

type Holder = Kind & { member: Member; call: ReturnType<TestAcademy['as']> }

/** A holder of each kind, created by API requests of members and staff. Each step is on a different day. */
async function createHolders(academy: TestAcademy): Promise<Holder[]> {
  const { as, db, pool, runJobs } = academy
  // 10 PM of the day before, in the academy's time zone.
  const setDay = (day: string) => academy.setTime(new Date(`${day}T03:00:00Z`))
  await pool.query('insert into site_settings (settings) values ($1)', [{ time_zone: TIME_ZONE }])
  setDay('2026-11-18')
  const course = await academy.course({ title: 'Reading Records', questions: 12 })
  await db.update(courses).set({ examinationDraw: 10, outcomes: ['Read a record'] })
  const holders: Holder[] = []
  for (const kind of KINDS) {
    const member = await academy.member()
    holders.push({ ...kind, member, call: as(member) })
  }
  const each = async (step: (holder: Holder) => Promise<unknown>) => {
    for (const holder of holders) await step(holder)
  }
  await each(async ({ call, credentials = NAME.credentials_after_name }) => {
    await succeed(call.post('/Academy/api/account/name/', { ...NAME, credentials_after_name: credentials }))
    const { body } = await succeed(call.post('/Academy/create-payment-intent/', { courseId: course.slug }))
    await confirmCard(academy.emulator, body.clientSecret, { number: TEST_CARD.succeeds })
    const intent = getIntentId(body.clientSecret)
    await succeed(call.post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${intent}/`))
  })
  setDay('2026-11-20')
  await each(async ({ call, failures = 0 }) => failures > 0 && takeExam(call, course, 'wrong'))
  setDay('2026-11-21')
  await each(({ call }) => takeExam(call, course, 'right'))
  setDay('2026-11-22')
  await each(({ call, lectures }) => completeLectures(call, course, lectures))
  setDay('2026-11-23')
  const request = `/Academy/api/course/examination/request/certificate/${course.slug}`
  await each(({ call }) => succeed(call.post(request, { exam_id: course.slug })))
  await runJobs()
  setDay('2026-11-25')
  // Lectures completed after the day of issue don't change what the certificate says.
  await each(({ call }) => completeLectures(call, course, 2))
  await changeHolders(academy, holders)
  return holders
}

async function takeExam(call: Holder['call'], course: Course, answer: string): Promise<void> {
  const { questions } = await openPaper(call, course.slug)
  const answers = questions.map(({ id }) => ({ question_id: id, answer }))
  await succeed(submitExam(call, course.slug, answers))
}

async function completeLectures(call: Holder['call'], { slug, lectures }: Course, many: number): Promise<void> {
  for (const lecture of lectures.slice(0, many))
    await succeed(call.post(`/Academy/api/course/${slug}/lecture/${lecture.slug}/update/progress/`))
}

async function changeHolders(academy: TestAcademy, holders: readonly Holder[]): Promise<void> {
  const { as, deps, runJobs } = academy
  const owner = as(await academy.member({ role: 'owner' }))
  for (const { later, member } of holders) {
    const at = `/Academy/api/studio/members/${member.id}/`
    const { id } = await readFacts(academy, member)
    const resend = () => resendMemberCertificate(deps, { id, by: OPERATOR })
    if (later === 'revoked') {
      await revokeCertificate(deps, { id, reason: REASON, by: OPERATOR })
      await expect(resend()).rejects.toThrow('was revoked')
    } else if (later === 'renamed') {
      await succeed(owner.post(`${at}name/`, { ...NEW_NAME, on_certificates: true }))
      await resend()
    } else if (later === 'erased') {
      await succeed(owner.post(`${at}erase/`, { username: member.username }))
      await expect(resend()).rejects.toThrow('deleted')
    }
  }
  await runJobs()
}

async function succeed<R extends { status: number; body: unknown }>(called: Promise<R>): Promise<R> {
  const reply = await called
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply
}

async function readFacts({ pool }: TestAcademy, { id }: Member): Promise<Facts> {
  const { rows } = await pool.query<Facts>(
    `select c.id, c.printed_name as printed, m.email, c.course_name as course, c.course_id as "courseId",
      concat_ws(', ', trim(m.first_name || ' ' || m.last_name), nullif(m.credentials_after_name, '')) as name,
      p.short_description as about, p.slug, a.total as asked, count(d)::int as completions,
      (select count(*)::int from questions q where q.course_id = c.course_id) as bank,
      (select count(*)::int from lectures l where l.course_id = c.course_id) as lectures,
      (select count(*)::int from exam_attempts t where t.member_id = m.id) as attempts,
      (select array_agg(place order by signed_at, ended_at) from credentials s where s.certificate_id = c.id) as places,
      a.created_at as "passedAt", max(d.completed_at) as "completedAt", c.issued_at as "issuedAt",
      c.revoked_at as "revokedAt", m.erased_at is not null as "isErased"
    from certificates c join members m on m.id = c.member_id join products p on p.id = c.course_id
      join exam_attempts a on a.member_id = m.id and a.score * 100 >= a.total * 80
      left join lecture_completions d on d.member_id = m.id and d.completed_at <= c.issued_at
    where m.id = $1 group by c.id, m.id, p.id, a.id`,
    [id],
  )
  if (!rows[0] || rows.length > 1) throw new Error(`${rows.length} certificates`)
  return rows[0]
}

async function readCarriers(academy: TestAcademy, { member, call }: Holder, facts: Facts) {
  const { app, as, pool } = academy
  const { id, course, completions, lectures, places } = facts
  const visitor = as(undefined)
  const html = (await visitor.get(`/Certificate/${id}`, { accept: 'text/html' })).text
  const served = await visitor.get(`/Certificate/${id}`, { accept: 'application/vc' })
  const download = async (url: string) => {
    const { statusCode, rawPayload } = await app.inject({ url, headers: { authorization: `Token ${member.token}` } })
    return statusCode === 200 ? rawPayload : Message.parse(JSON.parse(rawPayload.toString())).message
  }
  const [pdf, badge] = [await download(`${OWN}${id}/`), await download(`${OWN}${id}/badge/`)]
  const list = await call.get(OWN)
  const own = list.body.certificates?.[0]
  const site = (await visitor.get('/Academy/api/site/')).body
  const link = own && buildLinkedInUrl(toLinkedInCertificate(own, site))
  const emails = (await academy.mailbox()).toReversed().filter(({ to }) => to === member.email)
  const files = emails.flatMap(({ attachments }) => attachments.filter(({ filename }) => filename.startsWith('Cert')))
  const emailed = Buffer.from(files.at(-1)?.content ?? '', 'base64')
  const claim = completions === lectures ? 'completed' : 'passed'
  const drawn = { issuer: ISSUER, course, claim, credential: served.text } as const
  const ended = await readEndedBits(visitor)
  const said = {
    page: readPage(html),
    pdf: typeof pdf === 'string' ? pdf : { ...(await readOwnPdf(pdf, served.text)), isEmailed: pdf.equals(emailed) },
    badge: typeof badge === 'string' ? badge : await readBadge(badge, drawn),
    list: list.status === 200 ? list.body : list.body.message,
    linkedIn: link && Object.fromEntries(new URL(link).searchParams),
    credential:
      served.status === 200 ? readCredential(served.text, member) : Message.parse(JSON.parse(served.text)).message,
    isEnded: places.slice(-1).some((place) => ended.includes(place)),
    emails: emails
      .filter(({ subject }) => !subject.startsWith('Your receipt'))
      // Emails are delivered at least once: on an overloaded machine a job can run twice.
      .filter(({ text }, at, all) => text !== all[at - 1]?.text)
      .map(({ subject, text, attachments }) => ({
        subject,
        files: attachments.map(({ filename }) => filename),
        text: text.split('\n\n'),
      })),
  }
  const { rows } = await pool.query('select signed from credentials where certificate_id = $1', [id])
  return { said, html, stored: JSON.stringify(rows), ended: places.filter((place) => ended.includes(place)) }
}

type Carriers = Awaited<ReturnType<typeof readCarriers>>

/** Finds words that this holder's carriers must not contain. */
function findUnsaid(
  { later, unsaid = ABOUT_ATTEMPTS, secret = ABOUT_ATTEMPTS }: Kind,
  { emails, ...current }: Carriers['said'],
  { html, stored }: Omit<Carriers, 'said'>,
): string[] {
  const said = JSON.stringify([current, stored, later ? emails.slice(2) : emails])
  const source = secret === ABOUT_ATTEMPTS ? '' : html
  return [said.match(unsaid), said.match(ABOUT_ATTEMPTS), (said + source).match(secret)].flatMap((found) => found ?? [])
}

const Message = z.object({ message: z.string() })

/** The page's text as people read it, and what link previews say. */
function readPage(html: string) {
  const meta = (name: string) =>
    decodeHTML(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '')
  expect(decodeHTML(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')).toBe(`${meta('og:title')} · ${ISSUER}`)
  expect(meta('og:description')).toBe(meta('description'))
  const main = /<main[^>]*>([^]*?)<\/main>/.exec(html)?.[1] ?? ''
  const inline = /<!-- -->|<svg[^]*?<\/svg>|<\/?(?:span|strong|time|a)\b[^>]*>/g
  const lines = decodeHTML(main.replaceAll(inline, '').replaceAll(/<[^>]+>/g, '\n')).split('\n')
  return {
    title: meta('og:title'),
    description: meta('description'),
    image: meta('og:image:alt'),
    lines: lines.map((line) => line.trim()).filter(Boolean),
  }
}

async function readOwnPdf(pdf: Buffer, credential: string) {
  const [{ text, about }, attached] = await Promise.all([readPdf(pdf), attachedTo(pdf, 'credential.json')])
  const property = (name: string) => new RegExp(`^${name}: +(.*)$`, 'm').exec(about)?.[1]
  // Between some letters of an ID, pdftotext reads a space that is none.
  const lines = text
    .split(/[\n\f]/)
    .map((line) =>
      line.trim().replace(/^(Certificate ID |https:)(.+)$/, (_, label, id) => label + id.replaceAll(' ', '')),
    )
  return {
    title: property('Title'),
    subject: property('Subject'),
    lines: lines.filter(Boolean),
    isCredentialEmbedded: attached === credential,
  }
}

/** The text on a badge is drawn as outlines, so the picture is compared with one drawn from the stored data. */
async function readBadge(badge: Buffer, drawn: Parameters<typeof drawBadge>[0]) {
  const { width, height, comments = [] } = await sharp(badge).metadata()
  const embedded = comments.find(({ keyword }) => keyword.includes('openbadgecredential'))
  return {
    size: [width, height],
    isCredentialEmbedded: embedded?.text === drawn.credential,
    isDrawn: badge.equals(await drawBadge(drawn)),
  }
}

const Credential = z.looseObject({
  credentialSubject: z.looseObject({
    identifier: z.tuple([z.object({}).loose(), z.object({ identityHash: z.string(), salt: z.string() }).loose()]),
  }),
  proof: z.tuple([z.object({ cryptosuite: z.literal('eddsa-rdfc-2022') })]),
})

/** The credential without its proof. If the hash is of the member's email address, the address replaces it. */
function readCredential(text: string, { email }: Member) {
  const { proof: _, credentialSubject, ...credential } = Credential.parse(JSON.parse(text))
  const [name, { salt, ...hashed }] = credentialSubject.identifier
  const hash = createHash('sha256')
    .update(email.toLowerCase() + salt)
    .digest('hex')
  const identityHash = hashed.identityHash === `sha256$${hash}` ? email : hashed.identityHash
  return { ...credential, credentialSubject: { ...credentialSubject, identifier: [name, { ...hashed, identityHash }] } }
}

/** The revoked indexes of the published status list. */
async function readEndedBits(visitor: Holder['call']): Promise<number[]> {
  const { encodedList } = (await visitor.get('/credentials/status/1')).body.credentialSubject
  const bytes = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  return [...bytes.entries()].flatMap(([at, byte]) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (128 >> bit)).map((bit) => at * 8 + bit),
  )
}

test('says about each kind of holder, on each carrier, exactly what the database has about them', async () => {
  const academy = await testAcademy({
    pages: loadBuiltPages,
    change: (deps) => ({ ...deps, config: { ...deps.config, publicUrl: 'https://academy.test' } }),
  })
  const changes = {
    revoked: { reason: REASON },
    renamed: { oldName: `${NAME.first_name} ${NAME.last_name}, RN`, day: 'Nov 24, 2026' },
    erased: undefined,
  }
  for (const holder of await createHolders(academy)) {
    const { kind, lectures, failures = 0, later } = holder
    const facts = await readFacts(academy, holder.member)
    const { completions, attempts, isErased, revokedAt } = facts
    // Checks that each holder is of the kind that its name says.
    expect
      .soft({ kind, completions, attempts, isErased, isRevoked: revokedAt !== null, printed: facts.printed })
      .toEqual({
        kind,
        completions: lectures,
        attempts: 1 + failures,
        isErased: later === 'erased',
        isRevoked: later === 'revoked',
        printed: facts.name,
      })
    const { said, ...rest } = await readCarriers(academy, holder, facts)
    expect.soft({ kind, ...said }).toEqual({ kind, ...describeHolder(facts, later && changes[later]) })
    expect.soft({ kind, found: findUnsaid(holder, said, rest) }).toEqual({ kind, found: [] })
    // The credential that was revoked, or that had the old name.
    const ended = later === 'revoked' || later === 'renamed' ? facts.places.slice(0, 1) : []
    expect.soft({ kind, ended: rest.ended }).toEqual({ kind, ended })
  }
})

test('a link that was copied with the punctuation after it opens the certificate', async () => {
  const academy = await testAcademy({ pages: loadBuiltPages })
  const visitor = academy.as(undefined)
  const open = (id: string) => visitor.get(`/Certificate/${id}`, { accept: 'text/html' })
  for (const end of ['.', ',', ').', '%E2%80%9D'])
    expect(await open(`k2Yx7Qm4-_${end}`)).toMatchObject({
      status: 302,
      headers: { location: '/Certificate/k2Yx7Qm4-_' },
    })
  const unknown = await open('k2Yx7Qm4-_')
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('No certificate matches this link')])
})

test('a link with wrong capitalization or characters that look alike opens the certificate', async () => {
  const academy = await testAcademy({ pages: loadBuiltPages })
  const course = await academy.course({ questions: 1 })
  const member = await academy.member()
  await academy.purchase(member.id, course.id)
  const call = academy.as(member)
  await succeed(call.post('/Academy/api/account/name/', NAME))
  await takeExam(call, course, 'right')
  const request = `/Academy/api/course/examination/request/certificate/${course.slug}`
  await succeed(call.post(request, { exam_id: course.slug }))
  const { rows } = await academy.pool.query<{ id: string }>('select id from certificates')
  const [{ id } = { id: '' }] = rows
  const visitor = academy.as(undefined)
  for (const typed of [id.toLowerCase(), id.toUpperCase()])
    expect(await visitor.get(`/Certificate/${typed}`, { accept: 'text/html' })).toMatchObject({
      status: 302,
      headers: { location: `/Certificate/${id}` },
    })
})
