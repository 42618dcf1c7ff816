import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { grants } from '#db/tables/grants.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { demoPrice } from '../../../../test/harness/demo-prices.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const SHOP = '/Academy/api/Documents/'
const MINE = '/Academy/api/MyDocuments/'
const readShopDocument = (id: string) => `/Academy/api/document/${encodeURIComponent(id)}/`
const readMyDocument = (id: string) => `/Academy/api/mydocument/${encodeURIComponent(id)}/`
const SECRETS = /\/media\/|signature=|\.pdf|\.docx|Worksheet \(PDF\)/
const NOT_FOUND = [404, { code: 'not_found', message: 'Document not found.' }]

describe('catalog', () => {
  test('lists published documents in order, without files', async () => {
    const { deps, as, document } = await testAcademy()
    await loadDemo(deps)
    await document({ isPublished: false })
    const { status, body, text } = await as(undefined).get(SHOP)
    expect(status).toBe(200)
    expect(body.map((item: Record<string, unknown>) => [item['id_'], item['price']])).toEqual(
      [
        'dme-observer-starter-kit',
        'observation-report-template-pack',
        'jurisdiction-questions-workbook',
        'exam-test-quick-reference',
      ].map((slug) => [slug, demoPrice(`documents/${slug}`)]),
    )
    expect(body[0]).toMatchObject({
      imageURL: expect.stringMatching(/^\/images\/[0-9a-f-]{36}\/cover-800\.webp$/),
      document_title: 'DME Observer Starter Kit',
      document_short_description: 'Engagement checklist, packing list and a four-part observation worksheet.',
      isPurchased: false,
      document_full_description: expect.stringContaining('Everything needed'),
      files: [],
    })
    expect(text).not.toMatch(SECRETS)
    expect((await as(undefined).get('/Academy/api/Documents')).body).toEqual(body)
  })

  test('shows a document to anyone and its files only to its owner', async () => {
    const { member, document, purchase, as, pool } = await testAcademy()
    const [nurse, other] = [await member(), await member()]
    const { id, slug } = await document()
    await purchase(nurse.id, id)

    for (const who of [undefined, other]) {
      const { status, body, text } = await as(who).get(readShopDocument(slug))
      expect([status, body.isPurchased, body.files]).toEqual([200, false, []])
      expect(body).toMatchObject({
        id_: slug,
        price: '49.00',
        document_full_description_html: '<p>At <strong>length</strong>.</p>',
      })
      expect(text).not.toMatch(SECRETS)
    }
    const { body } = await as(nurse).get(readShopDocument(slug))
    expect([body.isPurchased, body.files]).toEqual([
      true,
      [{ fileName: 'Worksheet (PDF)', fileURL: expect.stringMatching(/^\/media\/.+\.pdf\?/) }],
    ])
    expect((await as(undefined).get(body.files[0].fileURL)).text).toBe(`text of ${slug}`)

    await pool.query(`update purchases set state = 'refunded' where state = 'paid'`)
    expect((await as(nurse).get(readShopDocument(slug))).text).not.toMatch(SECRETS)
    expect((await as(undefined).get(body.files[0].fileURL)).status).toBe(404)
  })

  test('answers not found for unpublished documents, other kinds, and unknown slugs', async () => {
    const { member, document, course, podcast, as } = await testAcademy()
    const nurse = await member()
    const [hidden, open] = [await document({ isPublished: false }), await document()]
    for (const id of [hidden.slug, open.id, (await course()).slug, (await podcast()).slug, 'no', '%00', "' or 1=1"]) {
      for (const who of [undefined, nurse]) {
        const { status, body } = await as(who).get(readShopDocument(id))
        expect([id, status, body]).toEqual([id, ...NOT_FOUND])
      }
    }
    for (const impossible of ['x'.repeat(201), '\0']) {
      expect((await as(undefined).get(readShopDocument(impossible))).status).toBe(400)
    }
  })
})

describe('My Docs', () => {
  test('lists what the member owns, bought or granted, also when it is off sale', async () => {
    const { db, member, document, course, purchase, as, pool } = await testAcademy()
    const [nurse, other] = [await member(), await member()]
    const [bought, given, refunded, pending] = [
      await document({ title: 'A bought' }),
      await document({ title: 'B given', isPublished: false }),
      await document(),
      await document(),
    ]
    expect((await as(nurse).get(MINE)).body).toEqual([])
    await purchase(nurse.id, bought.id)
    await purchase(nurse.id, (await course()).id)
    await purchase(nurse.id, refunded.id, 'refunded')
    await purchase(nurse.id, pending.id, 'pending')
    await db.insert(grants).values({ memberId: nurse.id, productId: given.id, reason: 'scholarship' })

    const { body } = await as(nurse).get(MINE)
    expect(body.map((item: { id_: string }) => item.id_)).toEqual([bought.slug, given.slug])
    const files = [{ fileName: 'Worksheet (PDF)', fileURL: expect.stringMatching(/^\/media\/.+\.pdf\?/) }]
    expect(body[0]).toMatchObject({ document_title: 'A bought', isPurchased: true, imageURL: null, files })
    expect((await as(undefined).get(body[0].files[0].fileURL)).text).toBe(`text of ${bought.slug}`)
    const inShopFor = async (who: typeof nurse) =>
      (await as(who).get(SHOP)).body.map((item: { id_: string; files: unknown[] }) => [item.id_, item.files])
    expect(await inShopFor(nurse)).toEqual(
      expect.arrayContaining([
        [bought.slug, files],
        [refunded.slug, []],
      ]),
    )
    expect(await inShopFor(other)).toEqual(expect.arrayContaining([[bought.slug, []]]))
    expect((await as(other).get(MINE)).body).toEqual([])
    expect((await as(undefined).get(MINE)).status).toBe(401)
    await pool.query(`update purchases set state = 'refunded' where state = 'paid'`)
    expect((await as(nurse).get(MINE)).body).toHaveLength(1)
  })

  test("opens a document by slug and by the member's purchase, and answers not found for someone else's purchase", async () => {
    const { member, document, purchase, as } = await testAcademy()
    const [nurse, other] = [await member(), await member()]
    const { id, slug } = await document()
    const purchaseId = await purchase(nurse.id, id)

    const bySlug = await as(nurse).get(readMyDocument(slug))
    expect(bySlug.body).toMatchObject({ id_: slug, isPurchased: true, files: [{ fileName: 'Worksheet (PDF)' }] })
    expect((await as(nurse).get(readMyDocument(purchaseId))).body).toEqual(bySlug.body)
    expect((await as(nurse).get(readMyDocument(purchaseId.toUpperCase()))).body).toEqual(bySlug.body)

    for (const nothing of [purchaseId, randomUUID(), id, 'nothing', "' or 1=1"]) {
      const { status, body } = await as(other).get(readMyDocument(nothing))
      expect([nothing, status, body]).toEqual([nothing, ...NOT_FOUND])
    }
    expect((await as(undefined).get(readMyDocument(slug))).status).toBe(401)
    expect((await as(undefined).get(readMyDocument(purchaseId))).status).toBe(401)
  })

  test.each(['pending', 'refunded', 'disputed'] as const)(
    'offers a document whose purchase is %s for sale without files',
    async (state) => {
      const { member, document, purchase, as } = await testAcademy()
      const nurse = await member()
      const { id, slug } = await document()
      const purchaseId = await purchase(nurse.id, id, state)
      for (const address of [readMyDocument(slug), readMyDocument(purchaseId)]) {
        const { status, body, text } = await as(nurse).get(address)
        expect([status, body.id_, body.isPurchased, body.files]).toEqual([200, slug, false, []])
        expect(body.isDisputed).toBe(state === 'disputed')
        expect(text).not.toMatch(SECRETS)
      }
    },
  )

  test('keeps an off-sale document open for its owner and unknown to everyone else', async () => {
    const { member, document, purchase, as, pool } = await testAcademy()
    const [nurse, other] = [await member(), await member()]
    const { id, slug } = await document({ isPublished: false })
    await purchase(nurse.id, id)
    expect((await as(nurse).get(readMyDocument(slug))).body.files).toHaveLength(1)
    expect((await as(other).get(readMyDocument(slug))).status).toBe(404)
    await pool.query(`update purchases set state = 'disputed'`)
    expect((await as(nurse).get(readMyDocument(slug))).body).toMatchObject({ files: [], isDisputed: true })
  })

  test('opens no document with a purchase of a course or podcast', async () => {
    const { member, course, podcast, purchase, as } = await testAcademy()
    const nurse = await member()
    for (const product of [await course(), await podcast()]) {
      expect((await as(nurse).get(readMyDocument(await purchase(nurse.id, product.id)))).status).toBe(404)
    }
  })
})

test('lists in at most three statements, for one document and for thirty', async () => {
  const { member, document, purchase, as } = await testAcademy()
  const nurse = await member()
  for (const wanted of [1, 30]) {
    for (let made = (await as(undefined).get(SHOP)).body.length; made < wanted; made += 1)
      await purchase(nurse.id, (await document()).id)
    const statements = [
      await countStatements(async () => void (await as(undefined).get(SHOP))),
      await countStatements(async () => void (await as(nurse).get(SHOP))),
      await countStatements(async () => void (await as(nurse).get(MINE))),
    ]
    expect([wanted, statements]).toEqual([wanted, [2, 3, 3]])
  }
})
