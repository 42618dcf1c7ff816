import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import {
  setDelivery,
  findNotifications,
  markRead,
  markShown,
  setEmailPreferenceByLink,
  setEmailPreference,
  listEmailKinds,
} from './notifications.contract.ts'
import { isOneClick } from './notifications.rules.ts'
import { markRead as markAsRead, markShown as markAsShown, getNotificationPage } from './notification-list.service.ts'
import { saveEmailPreference, setDelivery as choosing, getEmailKinds } from './email-preferences.service.ts'
import { setEmailPreferenceByToken } from './unsubscribe.service.ts'

/** Email clients send only a few dozen bytes. */
const MAX_BODY_BYTES = 2 * 1024
const FORMS = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

export async function notificationRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  registerEndpoint(app, findNotifications, async ({ member, body: { after } }) => {
    const { notices, isMore, unread } = await getNotificationPage(deps, member.id, after ?? undefined)
    return { notices: notices.map(({ isRead, ...each }) => ({ ...each, is_read: isRead })), is_more: isMore, unread }
  })
  registerEndpoint(app, markRead, async ({ member, body: { id, and_before: andBefore } }) => ({
    unread: await markAsRead(deps, member.id, { id, andBefore }),
  }))
  registerEndpoint(app, markShown, async ({ member, body: { discussion, number } }) => ({
    unread: await markAsShown(deps, member.id, { threadId: discussion, number }),
  }))
  registerEndpoint(app, listEmailKinds, async ({ member }) => {
    const notices = await getEmailKinds(deps, member)
    return notices.map(({ isOn, ...kind }) => ({ ...kind, is_on: isOn }))
  })
  registerEndpoint(app, setEmailPreference, async ({ member, body: { kind, is_on: isOn } }) => ({
    message: await saveEmailPreference(deps, member.id, { kind, isOn }),
  }))
  registerEndpoint(app, setDelivery, async ({ member, body }) => ({ message: await choosing(deps, member.id, body) }))
  registerEndpoint(app, setEmailPreferenceByLink, async ({ body: { token, is_on: isOn }, request }) => ({
    message: await setEmailPreferenceByToken(deps, { token, isOn, address: request.ip }),
  }))
  await app.register(async (posts) => oneClickRoute(posts, deps))
}

/**
 * Handles one-click unsubscribe requests by email clients (RFC 8058). These post a form without a cookie or token, and
 * must not be redirected.
 */
function oneClickRoute(app: FastifyInstance, deps: Deps): void {
  app.addContentTypeParser(FORMS, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post<{ Params: { token: string } }>(
    '/Leave/:token',
    { bodyLimit: MAX_BODY_BYTES, config: { access: 'page' }, schema: { hide: true } },
    async ({ params: { token }, body, ip }, reply) => {
      if (!isOneClick(body)) throw new AppError('invalid', 'Open this link in a browser to unsubscribe.')
      const message = await setEmailPreferenceByToken(deps, { token, isOn: false, address: ip })
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${message}\n`)
    },
  )
}
