import { expect, test } from 'vitest'
import { testAcademy } from '../../../test/academy.ts'
import { siteSettings } from '#db/tables/site.ts'

test('an academy that tells nothing has a name, the year of its time zone and a way to pay, and no founder or books', async () => {
  const { as, db, setTime } = await testAcademy()
  // In UTC it is the next year already.
  await db.insert(siteSettings).values({ settings: { time_zone: 'America/Chicago' } })
  setTime(new Date('2032-01-01T02:00:00Z'))
  const visitor = as(undefined)

  const { status, body } = await visitor.get('/Academy/api/site/')

  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Legal Nurse Academy',
    year: 2031,
    public_url: 'http://academy.test',
    cards: { provider: 'stand-in' },
  })
  expect((await visitor.get('/Academy/api/site/founder/')).body).toEqual({ founder: null })
  expect((await visitor.get('/Academy/api/site/books/')).body).toEqual({ books: [] })
})

test("the operator's settings are shown, the founder's text as clean HTML", async () => {
  const { as, db } = await testAcademy()
  await db.insert(siteSettings).values({
    settings: {
      name: 'Observers’ School',
      email: 'office@school.example',
      founder: { name: 'Ada Nurse', text: 'She *watched*.<script>alert(1)</script>' },
      book_hosts: ['books.example'],
      books: [{ title: 'Facts First', preview_url: 'https://books.example/p', link: 'https://books.example/b' }],
    },
  })
  const visitor = as(undefined)

  expect((await visitor.get('/Academy/api/site')).body).toMatchObject({
    name: 'Observers’ School',
    email: 'office@school.example',
    book_hosts: ['books.example'],
  })
  const { founder } = (await visitor.get('/Academy/api/site/founder/')).body
  expect(founder.html).toContain('<em>watched</em>')
  expect(founder.html).not.toContain('script')
  expect((await visitor.get('/Academy/api/site/books/')).body.books).toEqual([
    { title: 'Facts First', author: '', preview_url: 'https://books.example/p', link: 'https://books.example/b' },
  ])
})
