import { expect, test } from 'vitest'
import { readPdf } from '../../../../test/oracles/pdf.ts'
import { invoicePdf } from './invoice.pdf.ts'
import { getAmountLines } from './orders.rules.ts'

const USUAL = {
  kind: 'invoice' as const,
  number: 'INV-000042',
  issuedOn: '2026-11-21',
  orderNumber: '261121004217',
  itemName: 'Defense Medical Exam Training',
  lines: getAmountLines(
    {
      state: 'paid',
      listPriceCents: 129_900,
      discountCents: 5_980,
      priceCents: 123_920,
      taxCents: 1_734,
      taxPercent: '1.4',
      taxState: 'IL',
      taxCountry: 'US',
      taxPostalCode: '62701',
      refundedCents: 1_000,
      lostCents: 0,
      couponCode: 'SPRING-OF-THE-OBSERVERS-AND-ALL',
    },
    'en-US',
  ),
  remarks: ['Paid with Visa ending in 4242.', 'Paid, $10.00 refunded.'],
  seller: {
    name: 'Legal Nurse Academy',
    address: '100 Example Avenue',
    contact: 'hello@academy.test',
    taxNumber: 'EIN 12-3456789',
  },
  buyer: {
    name: 'Nora Nightingale',
    email: 'nora@example.com',
    company: 'Nightingale & Partners LLC',
    address: '4th Floor\n1 Lamp Street\nHarbour Side\nSpringfield, IL 62701\nSangamon County\nUnited States',
    taxNumber: 'EIN 98-7654321',
  },
}

test('labels each amount for screen readers', async () => {
  const { structure, about } = await readPdf(await invoicePdf(USUAL))
  expect(about).toMatch(/Title: +Invoice INV-000042\n/)
  expect(about).toMatch(/Tagged: +yes/)
  const text = structure.replaceAll(/\s+/g, ' ')
  expect(text).toContain('H1 (block) "Invoice"')
  for (const line of [
    'TR TH "Price" TD "$1,299.00"',
    'TR TH "Discount (SPRING-OF-THE-OBSERVERS-AND-ALL)" TD "−$59.80"',
    'TR TH "Net" TD "$1,239.20"',
    'TR TH "Tax 1.4% (IL 62701, United States)" TD "$17.34"',
    'TR TH "Total" TD "$1,256.54"',
    'TR TH "Refunded" TD "−$10.00"',
  ])
    expect(text).toContain(line)
})

test('prints a six-line address below the company, followed by the tax number', async () => {
  const { structure } = await readPdf(await invoicePdf(USUAL))
  const texts = [...structure.matchAll(/"([^"]*)"/g)].map(([, words]) => words)
  expect(texts.slice(texts.indexOf('To'), texts.indexOf('Item'))).toEqual([
    'To',
    USUAL.buyer.company,
    USUAL.buyer.name,
    ...USUAL.buyer.address.split('\n'),
    USUAL.buyer.taxNumber,
    USUAL.buyer.email,
  ])
})

test('wraps long names and addresses on one page', async () => {
  const long = 'The Greater Midwest Institute for Legal Nurse Consultants '.repeat(5)
  const { text, about } = await readPdf(
    await invoicePdf({
      ...USUAL,
      itemName: long,
      seller: { name: long, address: long, contact: `${'x'.repeat(200)}@example.com`, taxNumber: 'EIN 12-3456789' },
      buyer: {
        name: long,
        email: `${'y'.repeat(200)}@example.com`,
        company: long.slice(0, 120),
        address: `${long.slice(0, 60)}\n`.repeat(6),
        taxNumber: 'W'.repeat(60),
      },
    }),
  )
  expect(about).toMatch(/Pages: +1\n/)
  expect(text).toContain('Paid, $10.00 refunded.')
})

test('omits a name that the typeface can print only in part, but not for a missing ornament', async () => {
  const nameOf = async (name: string) =>
    (await readPdf(await invoicePdf({ ...USUAL, buyer: { ...USUAL.buyer, name } }))).text
  expect(await nameOf('李 Ming')).not.toContain('Ming')
  expect(await nameOf('Nora 🌸 Nightingale')).toContain('Nora Nightingale')
})

test.each(['محمد علي', '王小明', 'नीता शर्मा'])(
  'says that the name %s is missing, rather than leave it out silently',
  async (name) => {
    const buyer = { ...USUAL.buyer, name }
    const { text } = await readPdf(await invoicePdf({ ...USUAL, buyer }))
    expect(text.replaceAll(/\s+/g, ' ')).toContain('The buyer’s name is not printed here')
    expect((await readPdf(await invoicePdf(USUAL))).text).not.toContain('is not printed here')
  },
)
