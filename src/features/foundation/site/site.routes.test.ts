import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { LOGIN_ORIGIN_RETENTION_MS } from '../audit-log/audit-log.rules.ts'
import { loadBuiltPages } from '#platform/http/pages.ts'
import { SiteSettings } from './site-settings.service.ts'
import { siteSettings } from '#db/tables/site.ts'

test('gives an academy without settings a name, the current year, and a payment setup, but no founder or books', async () => {
  const { as, setTime } = await testAcademy()
  setTime(new Date('2031-05-05T12:00:00Z'))
  const visitor = as(undefined)

  const { status, body } = await visitor.get('/Academy/api/site/')

  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Legal Nurse Academy',
    year: 2031,
    public_url: 'http://academy.test',
    cards: { provider: 'stand-in' },
    refund_days: 14,
    has_built_in_terms: true,
  })
  expect((await visitor.get('/Academy/api/site/founder/')).body).toEqual({ founder: null })
  expect((await visitor.get('/Academy/api/site/books/')).body).toEqual({ books: [] })
})

test("shows the operator's settings and the founder's text as sanitized HTML", async () => {
  const { as, db, setTime } = await testAcademy()
  // At this time, it is already the next year in UTC.
  setTime(new Date('2032-01-01T02:00:00Z'))
  await db.insert(siteSettings).values({
    settings: {
      name: 'Observers’ School',
      time_zone: 'America/Chicago',
      email: 'office@school.example',
      founder: { name: 'Ada Nurse', text: 'She *watched*.<script>alert(1)</script>' },
      book_hosts: ['books.example'],
      books: [{ title: 'Facts First', preview_url: 'https://books.example/p', link: 'https://books.example/b' }],
    },
  })
  const visitor = as(undefined)

  expect((await visitor.get('/Academy/api/site')).body).toMatchObject({
    name: 'Observers’ School',
    year: 2031,
    email: 'office@school.example',
    book_hosts: ['books.example'],
  })
  const { founder } = (await visitor.get('/Academy/api/site/founder/')).body
  expect(founder.html).toContain('<em>watched</em>')
  expect(founder.html).not.toContain('script')
  expect((await visitor.get('/Academy/api/site/books/')).body.books).toEqual([
    {
      title: 'Facts First',
      author: '',
      images: [],
      preview_url: 'https://books.example/p',
      link: 'https://books.example/b',
    },
  ])
})

test('rejects an invalid time zone with a message that says what to write', () => {
  const getError = (zone: string) => SiteSettings.safeParse({ time_zone: zone }).error?.issues[0]?.message
  expect(getError('America/Chicago')).toBeUndefined()
  for (const zone of ['Mars', 'America', 'XST'])
    expect(getError(zone)).toBe('must be a time zone, such as Chicago, Central, or America/Chicago')
  expect(getError('+01:00')).toMatch(/^must be a place/)
  expect(getError('')).toBe('must not be empty')
})

test('lists what is stored about members, for how long, and who else has it in the Privacy Policy', async () => {
  const { app } = await testAcademy({ pages: loadBuiltPages })
  const { body } = await app.inject({ method: 'GET', url: '/PrivacyPolicy/' })
  const text = body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  for (const sentence of [
    'brand and last four digits of the card',
    'company, address, and tax ID',
    'log of changes to your account',
    'the network (IP) address, and for a login the browser',
    `The network address and browser of a login or a new password, and counts of failed logins: ${LOGIN_ORIGIN_RETENTION_MS / 86_400_000} days`,
    'the identifiers of a payment, and whether your card was charged, until its outcome is known',
    'give Stripe your email address',
    "Invoices and credit notes that you received don't change",
  ])
    expect(text).toContain(sentence)
})
