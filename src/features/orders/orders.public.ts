export { CSV_HEAD, csvLine, type SalesRow, type SalesTotal, signedDecimal } from './sales.rules.ts'
export { salesOfMonth } from './sales.service.ts'
