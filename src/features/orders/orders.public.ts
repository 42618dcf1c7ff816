export { deleteKeptUntil, eraseInvoices, invoicesOfMember } from './kept-records.queries.ts'
export { invoiceByNumber, invoiceFiles, sealInvoices, unreadableRecords } from './printing.service.ts'
export { CSV_HEAD, csvLine, type SalesRow, type SalesTotal, signedDecimal } from './sales.rules.ts'
export { salesOfMonth } from './sales.service.ts'
