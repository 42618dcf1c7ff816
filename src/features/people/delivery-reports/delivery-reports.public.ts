export { checkBounceMailbox, readBounceMailbox } from './bounce-mailbox.service.ts'
export { findMailboxState, findUnreadableMailbox } from './bounce-mailbox.queries.ts'
export { getMailboxName, MAX_REPORT_BYTES, OUTCOME_MESSAGES } from './delivery-reports.rules.ts'
export { recordDeliveryReport } from './delivery-reports.service.ts'
