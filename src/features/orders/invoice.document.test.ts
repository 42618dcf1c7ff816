import { expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf.ts'
import { invoicePdf } from './invoice.document.ts'
import { amountLines } from './orders.rules.ts'

const USUAL = {
  orderNumber: '261121004217',
  orderedOn: '2026-11-21',
  itemName: 'Defense Medical Exam Training',
  lines: amountLines({
    state: 'paid',
    listPriceCents: 129_900,
    discountCents: 5_980,
    priceCents: 123_920,
    taxCents: 1_734,
    refundedCents: 1_000,
    couponCode: 'SPRING-OF-THE-OBSERVERS-AND-ALL',
  }),
  remarks: ['Paid with Visa ending in 4242.', 'Paid, $10.00 refunded.'],
  seller: { name: 'Legal Nurse Academy', address: '100 Example Avenue', contact: 'hello@academy.test' },
  buyer: { name: 'Nora Nightingale', email: 'nora@example.com' },
}

test('a screen reader is told each amount with what it is for', async () => {
  const { structure, about } = await readPdf(await invoicePdf(USUAL))
  expect(about).toMatch(/Title: +Invoice 261121004217\n/)
  expect(about).toMatch(/Tagged: +yes/)
  const told = structure.replaceAll(/\s+/g, ' ')
  expect(told).toContain('H1 (block) "Invoice"')
  for (const line of [
    'TR TH "Price" TD "$1,299.00"',
    'TR TH "Discount (SPRING-OF-THE-OBSERVERS-AND-ALL)" TD "−$59.80"',
    'TR TH "Tax" TD "$17.34"',
    'TR TH "Total" TD "$1,256.54"',
    'TR TH "Refunded" TD "−$10.00"',
  ])
    expect(told).toContain(line)
})

test('long names and addresses take the lines that they need, on one page', async () => {
  const long = 'The Greater Midwest Institute for Legal Nurse Consultants '.repeat(5)
  const { text, about } = await readPdf(
    await invoicePdf({
      ...USUAL,
      itemName: long,
      seller: { name: long, address: long, contact: `${'x'.repeat(200)}@example.com` },
      buyer: { name: long, email: `${'y'.repeat(200)}@example.com` },
    }),
  )
  expect(about).toMatch(/Pages: +1\n/)
  expect(text).toContain('Paid, $10.00 refunded.')
})

test('a name that the typeface can only print in part is left out, an ornament is not missed', async () => {
  const nameOf = async (name: string) =>
    (await readPdf(await invoicePdf({ ...USUAL, buyer: { ...USUAL.buyer, name } }))).text
  expect(await nameOf('李 Ming')).not.toContain('Ming')
  expect(await nameOf('Nora 🌸 Nightingale')).toContain('Nora Nightingale')
})
