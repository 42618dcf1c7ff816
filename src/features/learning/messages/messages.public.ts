export { eraseMessages, selectMemberMessages } from './erasure.queries.ts'
export { listMessages, listRecipients, type MessageLine, type RecipientLine } from './messages.queries.ts'
export {
  copyMessage,
  countMessageRecipients,
  deleteDraft,
  getMessage,
  previewMessage,
  requestTestMessage,
  saveDraft,
  startDraft,
} from './messages.service.ts'
export { type Audience, describeSkipped, getMessageVariables, SKIP_LABELS, STATE_REASONS } from './messages.rules.ts'
export {
  cancelScheduled,
  findMissingSetting,
  sendOrSchedule,
  startScheduledMessage,
  stopMessagesAfterRestore,
  stopSending,
} from './sending.service.ts'
