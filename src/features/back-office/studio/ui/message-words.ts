import type { EndpointReply } from '#shared/endpoint.ts'
import type { listMessagePage } from '../messages.contract.ts'

type Line = EndpointReply<typeof listMessagePage>['messages'][number]

export const MESSAGE_STATE_NAMES: Readonly<Record<Line['state'], string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  stopped: 'Stopped',
}

/** Everyone whom the message was for and who could get it when sending started. */
export const countRecipients = ({ sent, waiting, failed, stopped }: Line['totals']): number =>
  sent + waiting + failed + stopped

/** Whom a message is for. */
export function describeAudience({ audience, name, course }: Pick<Line, 'audience' | 'name' | 'course'>): string {
  if (audience === 'course') return `Everyone who has ${name}`
  if (audience === 'lecture') return `Learners who stopped at “${name}” in ${course}`
  return audience === 'group' ? `Group ${name}` : name
}
