import type { Deps } from '#platform/deps.ts'
import { cleanUpMessages, sendMessage, sendTestMessage, startMessage } from './messages.queues.ts'
import { deliverTestMessage } from './messages.service.ts'
import { cleanUpOldMessages, deliverMessage, startScheduledMessage } from './sending.service.ts'

export function messageJobs(deps: Deps): void {
  deps.jobs.handle(startMessage, (start) => startScheduledMessage(deps, start))
  deps.jobs.handle(sendMessage, (recipient) => deliverMessage(deps, recipient))
  deps.jobs.handle(sendTestMessage, (test) => deliverTestMessage(deps, test))
  deps.jobs.repeat(cleanUpMessages, '37 3 * * *', () => cleanUpOldMessages(deps))
}
