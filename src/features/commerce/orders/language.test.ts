import { expect, test } from 'vitest'
import { siteSettings } from '#db/tables/site.ts'
import { loadBuiltPages } from '#platform/http/pages.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { readPdf } from '../../../../test/oracles/pdf.ts'

test('formats dates and amounts by the settings in documents, emails, and the account, keeps dollars in the shop, and leaves an issued invoice unchanged', async () => {
  const { as, app, db, emulator, member, course, setTime, runJobs, mailbox } = await testAcademy({
    pages: loadBuiltPages,
  })
  await db.insert(siteSettings).values({ settings: { language: 'de-DE', time_zone: 'Europe/Berlin', paper: 'a4' } })
  setTime(new Date('2027-03-09T12:00:00Z'))
  const [nurse, ethics] = [await member(), await course({ title: 'Ethics', priceCents: 129_900 })]
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: ethics.slug })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}`)
  await runJobs()
  const receipt = (await mailbox()).find(({ subject }) => subject.startsWith('Your receipt'))
  expect(receipt?.text).toContain('Date: 9. März 2027')
  expect(receipt?.text).toContain('Total: 1.299,00\u00A0$')
  expect((await app.inject(`/Course/${ethics.slug}`)).body).toContain('$1,299.00')

  const [order] = (await as(nurse).get('/Academy/api/account/orders/')).body
  const invoice = async () => {
    const url = `/Academy/api/account/orders/${order.order_number}/invoice/`
    const { rawPayload } = await app.inject({ url, headers: { authorization: `Token ${nurse.token}` } })
    const { text, about } = await readPdf(rawPayload)
    return `${text} ${/Page size: .*/.exec(about)?.[0]}`.replaceAll(/\s+/g, ' ')
  }
  const printed = await invoice()
  expect(printed).toContain('9. März 2027')
  expect(printed).toContain('1.299,00 $')
  expect(printed).toMatch(/Page size: 595\S* x 841\S* pts \(A4\)/)
  await db.update(siteSettings).set({ settings: { language: 'en-GB' } })
  expect(await invoice()).toBe(printed)
  // This is the date on which the built-in terms took effect. The browser will use the same format.
  expect((await app.inject('/TermsOfService/')).body).toContain('<time dateTime="2026-11-26">26 Nov 2026</time>')
})
