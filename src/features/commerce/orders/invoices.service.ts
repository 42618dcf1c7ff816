import type { Executor, Transaction } from '#db/open-database.ts'
import { recordNumbersBeforeEmail } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Config } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { drawInWorker } from '#platform/draw-in-worker.ts'
import { encrypt } from '#platform/encryption.ts'
import { AppError } from '#shared/app-error.ts'
import { formatInvoiceNumber, parseInvoiceNumber } from '#shared/invoice-number.ts'
import { totalCents } from '#shared/money.ts'
import type { invoicePdf as drawing, PrintedInvoice } from './invoice.pdf.ts'
import { buildCreditNoteContent, InvoiceContent, buildInvoiceContent, retainUntil } from './invoices.rules.ts'
import {
  findSealed,
  insertRetainedRecords,
  listSealed,
  tryUnseal,
  getRecordSeal,
} from '#features/foundation/retained-records/retained-records.public.ts'
import {
  type CreditNote,
  findInvoiceContents,
  findOrder,
  findPurchaseByInvoiceNumber,
  saveInvoiceContent,
  type Order,
  listMemberOrders,
} from './orders.queries.ts'
import type { Amounts } from './orders.rules.ts'

const invoicePdf = drawInWorker<typeof drawing>(new URL('invoice.pdf.ts', import.meta.url), 'invoicePdf')

export type PdfFile = { name: string; content: Buffer }

type InvoiceDeps = { config: Pick<Config, 'appSecret'>; db: Executor }

type IssuedDocument = { id: string; kind: 'invoice' | 'credit_note'; isTest: boolean; number: number; issuedOn: string }

/**
 * Returns the document as it was first issued. If it was never issued, its content is fixed now. Returns undefined if
 * nothing was paid.
 */
export async function getPrintedInvoice(needs: InvoiceDeps, order: Order): Promise<PrintedInvoice | undefined> {
  const { invoice } = order
  if (!invoice) return undefined
  return toPrintedInvoice(
    invoice,
    await getFixedContent(needs, order, invoice, () => loadInvoiceContent(needs.db, order, invoice)),
  )
}

export async function getPrintedCreditNote(
  needs: InvoiceDeps,
  order: Order,
  note: CreditNote,
): Promise<PrintedInvoice> {
  const make = async () => {
    const invoice = await getPrintedInvoice(needs, order)
    if (!invoice) throw new Error(`The credit note ${note.id} credits no invoice.`)
    return toCreditNoteContent(order, note, invoice)
  }
  return toPrintedInvoice(note, await getFixedContent(needs, order, note, make))
}

export async function renderInvoicePdf(invoice: PrintedInvoice): Promise<PdfFile> {
  const title = invoice.kind === 'invoice' ? 'Invoice' : 'Credit note'
  return { name: `${title} ${invoice.number}.pdf`, content: await invoicePdf(invoice) }
}

/** Generates a member's invoices and credit notes as PDFs, one after another. */
export async function* generateInvoiceFiles(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  memberId: string,
): AsyncGenerator<PdfFile> {
  const orders = await listMemberOrders(db, memberId)
  const contents = await findInvoiceContents(
    db,
    orders.flatMap(listIssuedDocuments).map(({ id }) => id),
  )
  for (const order of orders) {
    for (const issued of listIssuedDocuments(order).filter((each) => hasShownNumber(order, each))) {
      const handedOut = contents.get(issued.id)
      if (handedOut) yield renderInvoicePdf(toPrintedInvoice(issued, handedOut))
      else if ('netCents' in issued) yield renderInvoicePdf(await getPrintedCreditNote({ config, db }, order, issued))
      else {
        const invoice = await getPrintedInvoice({ config, db }, order)
        if (invoice) yield renderInvoicePdf(invoice)
      }
    }
  }
}

/**
 * Finds a document for the operator by its number ('INV-000042'). An erased buyer's invoice can be found as long as it
 * is retained. Throws `not_found`, or `invalid` if it was encrypted with another secret.
 */
export async function getInvoicePdfByNumber(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'payments'>,
  typed: string,
): Promise<PdfFile> {
  const { config, db } = deps
  const parts = parseInvoiceNumber(typed)
  const purchaseId = parts && (await findPurchaseByInvoiceNumber(db, parts))
  // Stores the number at the provider first, so that the document keeps it even after a restore.
  if (purchaseId !== undefined) await recordNumbersBeforeEmail(deps, purchaseId)
  const order = purchaseId === undefined ? undefined : await findOrder(db, purchaseId)
  const note = order?.creditNotes.find((each) => formatInvoiceNumber(each) === typed)
  const found =
    order &&
    (note ? await getPrintedCreditNote({ config, db }, order, note) : await getPrintedInvoice({ config, db }, order))
  if (!found || found.number !== typed)
    throw new AppError('not_found', `There is no invoice or credit note with the number ${typed}.`)
  return renderInvoicePdf(found)
}

/**
 * Used when a member is erased. Encrypts the content of the member's invoices. Call this before the account is emptied.
 */
export async function sealInvoices({ config }: Pick<Deps, 'config'>, tx: Transaction, memberId: string): Promise<void> {
  const orders = await listMemberOrders(tx, memberId)
  const contents = await findInvoiceContents(
    tx,
    orders.flatMap(listIssuedDocuments).map(({ id }) => id),
  )
  const records: Parameters<typeof insertRetainedRecords>[1] = []
  for (const order of orders) {
    const { invoice } = order
    if (!invoice) continue
    const content = contents.get(invoice.id) ?? (await loadInvoiceContent(tx, order, invoice))
    const ofInvoice = toPrintedInvoice(invoice, content)
    for (const issued of listIssuedDocuments(order)) {
      const text =
        'netCents' in issued ? (contents.get(issued.id) ?? toCreditNoteContent(order, issued, ofInvoice)) : content
      const subject = formatInvoiceNumber(issued)
      const sealed = encrypt(getInvoiceSeal(config, issued), JSON.stringify(text))
      records.push({ kind: issued.kind, subject, sealed, keepUntil: retainUntil(issued.issuedOn) })
    }
  }
  await insertRetainedRecords(tx, records)
}

function hasShownNumber(order: Order, issued: CreditNote | NonNullable<Order['invoice']>): boolean {
  return 'isShown' in issued ? issued.isShown : order.isInvoiceShown
}

function listIssuedDocuments({ invoice, creditNotes }: Order): (CreditNote | NonNullable<Order['invoice']>)[] {
  return [...(invoice ? [invoice] : []), ...creditNotes]
}

function getInvoiceSeal(config: InvoiceDeps['config'], issued: IssuedDocument) {
  return getRecordSeal(config, issued.kind, formatInvoiceNumber(issued))
}

/** Counts the records of erased buyers that were encrypted with another APP_SECRET. */
export async function countUnreadableRecords(db: Executor, config: InvoiceDeps['config']): Promise<number> {
  const records = await listSealed(db)
  return records.filter(
    ({ kind, subject, sealed }) => tryUnseal(getRecordSeal(config, kind, subject), sealed) === undefined,
  ).length
}

/**
 * Returns the content that was fixed when the document was issued. For an erased buyer, it is encrypted. Documents that
 * are issued after the erasure contain no names and are generated each time.
 */
async function getFixedContent(
  { config, db }: InvoiceDeps,
  { buyer }: Order,
  issued: IssuedDocument,
  make: () => Promise<InvoiceContent>,
): Promise<InvoiceContent> {
  if (buyer.isErased) {
    const sealed = await findSealed(db, issued.kind, formatInvoiceNumber(issued))
    if (sealed === undefined) return make()
    const text = tryUnseal(getInvoiceSeal(config, issued), sealed)
    if (text === undefined)
      throw new AppError(
        'invalid',
        `${formatInvoiceNumber(issued)} was encrypted with another APP_SECRET. Run this command with that secret.`,
      )
    return InvoiceContent.parse(JSON.parse(text))
  }
  return (await findInvoiceContents(db, [issued.id])).get(issued.id) ?? saveInvoiceContent(db, issued.id, await make())
}

async function loadInvoiceContent(
  db: Executor,
  order: Order,
  { isTest }: { isTest: boolean },
): Promise<InvoiceContent> {
  const sold = toSoldOrder(order)
  const buyer = order.buyer.isErased ? { email: '', firstName: '', lastName: '' } : order.buyer
  const site = await readSite(db)
  return buildInvoiceContent({ ...sold, buyer }, site, { isTest, language: site.language, paper: site.paper })
}

function toCreditNoteContent(order: Order, note: CreditNote, invoice: PrintedInvoice): InvoiceContent {
  const creditedCents = order.creditNotes
    .filter(({ number }) => number <= note.number)
    .reduce((sum, { netCents, taxCents }) => sum + netCents + taxCents, 0)
  const credit = { ...note, leftCents: totalCents(order) - creditedCents }
  return buildCreditNoteContent(credit, {
    ...invoice,
    content: InvoiceContent.parse(invoice),
    order: toSoldOrder(order),
  })
}

function toPrintedInvoice(issued: IssuedDocument, content: InvoiceContent): PrintedInvoice {
  return { ...content, kind: issued.kind, number: formatInvoiceNumber(issued), issuedOn: issued.issuedOn }
}

function toSoldOrder(order: Order): Order & Amounts {
  return { ...order, ...getOrderAmounts(order) }
}

/**
 * Returns the amounts of an order. Throws if the order has a state that no order can have, which the queries never
 * return.
 */
export function getOrderAmounts(order: Order): Amounts {
  const { state } = order
  if (state !== 'paid' && state !== 'refunded' && state !== 'disputed') throw new Error(`No order: ${state}`)
  return { ...order, state }
}
