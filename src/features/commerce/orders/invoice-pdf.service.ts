import type { Executor, Transaction } from '#db/open.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Config } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { drawnInThread } from '#platform/drawing.ts'
import { seal } from '#platform/sealing.ts'
import { AppError } from '#shared/app-error.ts'
import { invoiceNumber, partsOfNumber } from '#shared/invoice-number.ts'
import { totalCents } from '#shared/money.ts'
import type { invoicePdf as drawing, PrintedInvoice } from './invoice.document.ts'
import { creditNoteContent, InvoiceContent, invoiceContent, keptUntil } from './invoices.rules.ts'
import {
  findSealed,
  insertKept,
  listSealed,
  opened,
  sealOfRecord,
} from '#features/foundation/retained-records/retained-records.public.ts'
import {
  type CreditNote,
  findContents,
  findOrder,
  findPurchaseOf,
  keepContent,
  type Order,
  ordersOf,
} from './orders.queries.ts'
import type { Amounts } from './orders.rules.ts'

const invoicePdf = drawnInThread<typeof drawing>(new URL('invoice.document.ts', import.meta.url), 'invoicePdf')

export type PdfFile = { name: string; content: Buffer }

type Needs = { config: Pick<Config, 'appSecret'>; db: Executor }

type Issued = { id: string; kind: 'invoice' | 'credit_note'; isTest: boolean; number: number; issuedOn: string }

/** As it was first handed out, or as it is from now on. Undefined when nothing was paid. */
export async function printedInvoice(needs: Needs, order: Order): Promise<PrintedInvoice | undefined> {
  const { invoice } = order
  if (!invoice) return undefined
  return printed(invoice, await fixedContent(needs, order, invoice, () => contentOfInvoice(needs.db, order, invoice)))
}

export async function printedCreditNote(needs: Needs, order: Order, note: CreditNote): Promise<PrintedInvoice> {
  const make = async () => {
    const invoice = await printedInvoice(needs, order)
    if (!invoice) throw new Error(`The credit note ${note.id} credits no invoice.`)
    return contentOfNote(order, note, invoice)
  }
  return printed(note, await fixedContent(needs, order, note, make))
}

export async function pdfOf(invoice: PrintedInvoice): Promise<PdfFile> {
  const title = invoice.kind === 'invoice' ? 'Invoice' : 'Credit note'
  return { name: `${title} ${invoice.number}.pdf`, content: await invoicePdf(invoice) }
}

/** Each invoice and credit note of a member as a PDF, one after the other. */
export async function* invoiceFiles(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  memberId: string,
): AsyncGenerator<PdfFile> {
  const orders = await ordersOf(db, memberId)
  const contents = await findContents(
    db,
    orders.flatMap(issuedOf).map(({ id }) => id),
  )
  for (const order of orders) {
    for (const issued of issuedOf(order)) {
      const handedOut = contents.get(issued.id)
      if (handedOut) yield pdfOf(printed(issued, handedOut))
      else if ('netCents' in issued) yield pdfOf(await printedCreditNote({ config, db }, order, issued))
      else {
        const invoice = await printedInvoice({ config, db }, order)
        if (invoice) yield pdfOf(invoice)
      }
    }
  }
}

/** For the operator, by its number ('INV-000042'): also of a buyer who was erased, as long as the law wants it kept. Refuses (`not_found`; `invalid` where another secret sealed it). */
export async function invoiceByNumber({ config, db }: Pick<Deps, 'config' | 'db'>, typed: string): Promise<PdfFile> {
  const parts = partsOfNumber(typed)
  const purchaseId = parts && (await findPurchaseOf(db, parts))
  const order = purchaseId === undefined ? undefined : await findOrder(db, purchaseId)
  const note = order?.creditNotes.find((each) => invoiceNumber(each) === typed)
  const found =
    order && (note ? await printedCreditNote({ config, db }, order, note) : await printedInvoice({ config, db }, order))
  if (!found || found.number !== typed)
    throw new AppError('not_found', `There is no invoice or credit note with the number ${typed}.`)
  return pdfOf(found)
}

/** A part of erasing a member: what stands on his invoices is sealed. Before the account is emptied. */
export async function sealInvoices({ config }: Pick<Deps, 'config'>, tx: Transaction, memberId: string): Promise<void> {
  const orders = await ordersOf(tx, memberId)
  const contents = await findContents(
    tx,
    orders.flatMap(issuedOf).map(({ id }) => id),
  )
  const kept: Parameters<typeof insertKept>[1] = []
  for (const order of orders) {
    const { invoice } = order
    if (!invoice) continue
    const content = contents.get(invoice.id) ?? (await contentOfInvoice(tx, order, invoice))
    const ofInvoice = printed(invoice, content)
    for (const issued of issuedOf(order)) {
      const text = 'netCents' in issued ? (contents.get(issued.id) ?? contentOfNote(order, issued, ofInvoice)) : content
      const subject = invoiceNumber(issued)
      const sealed = seal(sealOf(config, issued), JSON.stringify(text))
      kept.push({ kind: issued.kind, subject, sealed, keepUntil: keptUntil(issued.issuedOn) })
    }
  }
  await insertKept(tx, kept)
}

/** Its invoice, if it has one, and the credit notes. */
function issuedOf({ invoice, creditNotes }: Order): (CreditNote | NonNullable<Order['invoice']>)[] {
  return [...(invoice ? [invoice] : []), ...creditNotes]
}

function sealOf(config: Needs['config'], issued: Issued) {
  return sealOfRecord(config, issued.kind, invoiceNumber(issued))
}

/** How many records of erased buyers were sealed with another APP_SECRET than this one. */
export async function unreadableRecords(db: Executor, config: Needs['config']): Promise<number> {
  const records = await listSealed(db)
  return records.filter(
    ({ kind, subject, sealed }) => opened(sealOfRecord(config, kind, subject), sealed) === undefined,
  ).length
}

/** Of a buyer who was erased it is sealed; what came after that names nobody, and is made anew each time. */
async function fixedContent(
  { config, db }: Needs,
  { buyer }: Order,
  issued: Issued,
  make: () => Promise<InvoiceContent>,
): Promise<InvoiceContent> {
  if (buyer.isErased) {
    const sealed = await findSealed(db, issued.kind, invoiceNumber(issued))
    if (sealed === undefined) return make()
    const text = opened(sealOf(config, issued), sealed)
    if (text === undefined)
      throw new AppError(
        'invalid',
        `What stands on ${invoiceNumber(issued)} was sealed with another APP_SECRET: give this academy that secret for the time of this command.`,
      )
    return InvoiceContent.parse(JSON.parse(text))
  }
  return (await findContents(db, [issued.id])).get(issued.id) ?? keepContent(db, issued.id, await make())
}

async function contentOfInvoice(db: Executor, order: Order, { isTest }: { isTest: boolean }): Promise<InvoiceContent> {
  const sold = soldAs(order)
  const buyer = order.buyer.isErased ? { email: '', firstName: '', lastName: '' } : order.buyer
  const site = await readSite(db)
  return invoiceContent({ ...sold, buyer }, site, { isTest, language: site.language })
}

function contentOfNote(order: Order, note: CreditNote, invoice: PrintedInvoice): InvoiceContent {
  const creditedCents = order.creditNotes
    .filter(({ number }) => number <= note.number)
    .reduce((sum, { netCents, taxCents }) => sum + netCents + taxCents, 0)
  const credit = { ...note, leftCents: totalCents(order) - creditedCents }
  return creditNoteContent(credit, { ...invoice, content: InvoiceContent.parse(invoice), order: soldAs(order) })
}

function printed(issued: Issued, content: InvoiceContent): PrintedInvoice {
  return { ...content, kind: issued.kind, number: invoiceNumber(issued), issuedOn: issued.issuedOn }
}

function soldAs(order: Order): Order & Amounts {
  return { ...order, ...amountsOf(order) }
}

/** The queries select orders only. */
export function amountsOf(order: Order): Amounts {
  const { state } = order
  if (state !== 'paid' && state !== 'refunded' && state !== 'disputed') throw new Error(`No order: ${state}`)
  return { ...order, state }
}
