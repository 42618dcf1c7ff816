import type { FastifyInstance } from 'fastify'
import * as messages from '#features/learning/messages/messages.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { isConfirmed } from '#platform/http/access.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatTime } from '#shared/dates.ts'
import { toInstant } from '#shared/day-bounds.ts'
import { pluralize } from '#shared/pluralize.ts'
import { toStaff } from '#shared/policy.ts'
import * as contract from './messages.contract.ts'
import { toMessageLine, toRecipientLine } from './message-views.service.ts'

const PAGE_SIZE = 20
const learners = (count: number) => pluralize(count, 'learner')

export function messageRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.listMessagePage, async ({ body: { state, after } }) => {
    const found = await messages.listMessages(deps.db, {
      state: state ?? undefined,
      after: after ?? undefined,
      limit: PAGE_SIZE + 1,
    })
    return { messages: found.slice(0, PAGE_SIZE).map(toMessageLine), is_more: found.length > PAGE_SIZE }
  })
  registerEndpoint(app, contract.writeMessage, async ({ body, member }) => ({
    id: await messages.startDraft(deps, { audience: toAudience(body), by: toStaff(member) }),
  }))
  registerEndpoint(app, contract.readMessage, async ({ params: { id } }) => {
    const message = await messages.getMessage(deps, id)
    const { audience, subject, body, revision, stateReason, startedAt, endedAt } = message
    const { timeZone } = await readSite(deps.db)
    const variables = messages.getMessageVariables(audience)
    const preview = await messages.previewMessage(deps, { messageId: id, subject, body })
    return {
      ...toMessageLine(message),
      body,
      revision,
      reason: stateReason && messages.STATE_REASONS[stateReason],
      missing: (await messages.findMissingSetting(deps)) ?? null,
      not_sent: messages.describeSkipped(message.totals.skipped),
      started_at: startedAt?.toISOString() ?? null,
      ended_at: endedAt?.toISOString() ?? null,
      time_zone: timeZone,
      member: message.memberId,
      group: message.groupId,
      course_id: message.courseId,
      variables: Object.entries(variables).map(([name, meaning]) => ({ name, meaning })),
      preview,
      has_recipients: message.hasRecipients,
    }
  })
  registerEndpoint(app, contract.saveMessage, async ({ params: { id }, body, member }) => ({
    revision: await messages.saveDraft(deps, { messageId: id, ...body, by: toStaff(member) }),
    message: 'Draft saved.',
  }))
  registerEndpoint(app, contract.deleteMessage, async ({ params: { id }, member }) => {
    await messages.deleteDraft(deps, { messageId: id, by: toStaff(member) })
    return { message: 'Draft deleted.' }
  })
  registerEndpoint(app, contract.copyAMessage, async ({ params: { id }, member }) => ({
    id: await messages.copyMessage(deps, { messageId: id, by: toStaff(member) }),
  }))
  registerEndpoint(app, contract.previewAMessage, ({ params: { id }, body }) =>
    messages.previewMessage(deps, { messageId: id, ...body }),
  )
  registerEndpoint(app, contract.testMessage, async ({ params: { id }, body, member }) => {
    const by = toStaff(member)
    const address = await messages.requestTestMessage(deps, { messageId: id, ...body, memberId: member.id, by })
    return { message: `We’re sending it to ${address}. It should arrive within a minute.` }
  })
  registerEndpoint(app, contract.countMessage, async ({ params: { id } }) => {
    const { recipients, skipped } = await messages.countMessageRecipients(deps, id)
    return { recipients, not_sent: messages.describeSkipped(skipped) }
  })
  registerEndpoint(app, contract.sendAMessage, async ({ params: { id }, body, member }) => {
    const { later, ...typed } = body
    const { timeZone, language } = await readSite(deps.db)
    const sendAt = later === null ? undefined : toFutureInstant(later, timeZone, deps.now())
    const recipients = await messages.sendOrSchedule(deps, {
      messageId: id,
      ...typed,
      sendAt,
      by: toStaff(member),
      isConfirmed: isConfirmed(member, deps.now()),
    })
    const revision = body.revision + 1
    if (!sendAt) return { message: `Sending to ${learners(recipients)}.`, revision }
    const when = formatTime(sendAt, timeZone, language)
    return { message: `Scheduled for ${when}. As of now, ${learners(recipients)} would get it.`, revision }
  })
  registerEndpoint(app, contract.cancelMessage, async ({ params: { id }, member }) => {
    const revision = await messages.cancelScheduled(deps, { messageId: id, by: toStaff(member) })
    return { message: 'Not scheduled anymore. It’s a draft again.', revision }
  })
  registerEndpoint(app, contract.stopMessage, async ({ params: { id }, member }) => {
    await messages.stopSending(deps, { messageId: id, by: toStaff(member) })
    return { message: 'Stopped. No one else gets this message.' }
  })
  registerEndpoint(app, contract.listMessageRecipients, async ({ params: { id }, body: { state, after } }) => {
    const found = await messages.listRecipients(deps.db, {
      messageId: id,
      state: state ?? undefined,
      after: after ?? undefined,
      limit: PAGE_SIZE + 1,
    })
    return { recipients: found.slice(0, PAGE_SIZE).map(toRecipientLine), is_more: found.length > PAGE_SIZE }
  })
}

function toAudience({ to, id, lecture }: Call<typeof contract.writeMessage>['body']): messages.Audience {
  if (to === 'member') return { kind: to, memberId: id }
  if (to === 'group') return { kind: to, groupId: id }
  if (to === 'course') return { kind: to, courseId: id }
  if (lecture === null) throw new AppError('invalid', 'Choose a lecture.')
  return { kind: to, courseId: id, lectureId: lecture }
}

/** The instant of a date and time in the academy's time zone. Throws field errors if it has passed. */
function toFutureInstant({ day, time }: { day: string; time: string }, timeZone: string, now: Date): Date {
  const instant = toInstant(day, time, timeZone)
  if (instant <= now) throw fieldErrors({ 'later.day': ['This time has passed. Choose a later one.'] })
  if (instant.getTime() - now.getTime() > MAX_AHEAD_MS)
    throw fieldErrors({ 'later.day': ['Choose a date within a year.'] })
  return instant
}

const MAX_AHEAD_MS = 366 * 24 * 60 * 60_000
