export { listOrderFilterChoices } from './order-filter-choices.queries.ts'
export { eraseInvoices, invoicesOfMember } from './erasure.queries.ts'
export {
  getInvoicePdfByNumber,
  generateInvoiceFiles,
  sealInvoices,
  countUnreadableRecords,
} from './invoices.service.ts'
export {
  SALES_CSV_HEAD,
  formatSalesCsvLine,
  type SalesRow,
  type SalesTotal,
  formatSignedDecimal,
} from './sales.rules.ts'
export { isPurchaseState, PURCHASE_STATES, formatPurchaseState, PAYMENT_ISSUES } from './order-search.rules.ts'
export { resendOrderReceipt } from './resend-receipt.service.ts'
export { type FoundOrder, type OrderSearch, searchOrders } from './order-search.service.ts'
export { exportSales } from './sales-export.service.ts'
export { getDailySales, streamSales, streamMonthlySales, type SalesSearch, getSalesTotals } from './sales.service.ts'
