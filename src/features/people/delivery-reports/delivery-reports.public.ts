export { MAX_REPORT_BYTES, OUTCOME_MESSAGES } from './delivery-reports.rules.ts'
export { recordDeliveryReport } from './delivery-reports.service.ts'
