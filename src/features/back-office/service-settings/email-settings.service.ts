import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { findMailbox } from '#features/people/accounts/accounts.public.ts'
import { renderTestEmail } from '#features/people/member-administration/member-administration.public.ts'
import type { Deps } from '#platform/deps.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { getServerName } from '#platform/mail/mail-server.ts'
import { tryMailServer } from '#platform/mail/mail-trial.ts'
import type { StoredMail } from '#platform/services/service-settings.ts'
import { getLockedServices } from '#platform/services/services-in-use.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { getBounceSettings } from './bounce-settings.service.ts'
import { describeTrial, findSenderErrors } from './email-form.service.ts'
import {
  type EmailForm,
  type FieldErrors,
  needsPasswordAgain,
  SMTP_SERVER,
  TEST_EMAIL_LIMIT,
} from './email-settings.rules.ts'
import { findAllServerErrors, NO_SETTINGS } from './mail-server-form.service.ts'
import {
  beginChange,
  findLastChange,
  getState,
  LOCKED_MESSAGE,
  NO_REVISION,
  type Saved,
  storeChange,
} from './stored-state.service.ts'

const DEFAULT_FORM = { host: '', port: '587', security: 'starttls', user: '' } as const

/** The form without the password, and whether the stored settings are in use. */
export async function getEmailSettings({ config, db, services }: Pick<Deps, 'config' | 'db' | 'services'>) {
  await services.reload()
  const { mail } = services.stored
  const { sender, mailServer } = services.inUse
  const site = await readSite(db)
  const locked = getLockedServices(config)
  const { host, port, security, user } = mail ? { ...mail.settings, port: String(mail.settings.port) } : DEFAULT_FORM
  return {
    form: {
      host,
      port,
      security,
      user,
      sender_name: locked.sender ? sender.name : (mail?.settings.senderName ?? site.name),
      sender_address: locked.sender ? sender.address : (mail?.settings.senderAddress ?? ''),
    },
    hasPassword: mail?.secrets !== undefined && mail.secrets.password !== '',
    locked: { server: locked.mailServer, sender: locked.sender },
    /** The mail server that the environment sets, without its user and password. */
    lockedServer: locked.mailServer && mailServer ? getServerName(mailServer) : null,
    state: getState(mail, { isLocked: locked.mailServer, isProduction: config.mode === 'production' }),
    saved: mail ? await findLastChange(db, 'mail') : null,
    replyTo: site.email,
    bounces: await getBounceSettings({ config, db, services }),
    revision: mail?.id ?? NO_REVISION,
  }
}

type SaveEmail = { form: EmailForm; revision: string; by: Staff }

/** Saves the mail server and the sender. All processes use them within a second. */
export async function saveEmailSettings(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'services'>,
  { form: typed, revision, by }: SaveEmail,
): Promise<Saved> {
  const change = { kind: 'mail', revision, by } as const
  const { mail: stored } = await beginChange(deps, change)
  const locked = getLockedServices(deps.config)
  if (locked.mailServer && locked.sender) throw new AppError('conflict', LOCKED_MESSAGE)
  const form = { ...trimForm(typed), ...(locked.mailServer && toServerFields(stored?.settings)) }
  const isPasswordUnchanged =
    form.password === '' && stored?.secrets !== undefined && !needsPasswordAgain(form, stored.settings)
  const errors: FieldErrors = {
    ...(!locked.mailServer && (await findAllServerErrors(deps, form, { isPasswordUnchanged, kind: SMTP_SERVER }))),
    ...(!locked.sender && findSenderErrors(form)),
  }
  if (Object.keys(errors).length > 0) throw fieldErrors(errors)
  const password = isPasswordUnchanged ? (stored?.secrets?.password ?? '') : form.password
  const settings: StoredMail = {
    host: form.host,
    port: Number(form.port),
    security: form.security,
    user: form.user,
    senderName: form.sender_name,
    senderAddress: form.sender_address,
    ...(stored?.settings.bounces && { bounces: stored.settings.bounces }),
  }
  const changed = listChanges(stored?.settings ?? NO_SETTINGS, settings, password !== (stored?.secrets?.password ?? ''))
  return storeChange(deps, change, async () => ({
    kind: 'mail',
    settings,
    secrets: { ...stored?.secrets, password },
    after: { changed },
    message: 'Saved. Now send a test email.',
  }))
}

/** The stored server settings, which stay unchanged if the environment sets the mail server. */
function toServerFields({ host, port, security, user }: StoredMail = NO_SETTINGS) {
  return { host, port: String(port), security, user, password: '' }
}

function trimForm(form: EmailForm): EmailForm {
  const { host, port, user, sender_name: name, sender_address: address } = form
  return {
    ...form,
    host: host.trim(),
    port: port.trim(),
    user: user.trim(),
    sender_name: name.trim(),
    sender_address: address.trim(),
  }
}

/** Which settings changed. The log names no server, user, or address. */
function listChanges(before: StoredMail, after: StoredMail, isPasswordChanged: boolean): string[] {
  const isChanged = (...keys: Exclude<keyof StoredMail, 'bounces'>[]) => keys.some((key) => before[key] !== after[key])
  return [
    ...(isChanged('host', 'port', 'security') ? ['server'] : []),
    ...(isChanged('user') ? ['user name'] : []),
    ...(isPasswordChanged ? ['password'] : []),
    ...(isChanged('senderName', 'senderAddress') ? ['sender'] : []),
  ]
}

type TestEmailResult = { isSent: boolean; message: string; answer: string }

/** Sends a test email to the staff member at once, and reports what the mail server said. Takes at most ten seconds. */
export async function sendTestEmail(
  { config, db, mail, now, services }: Pick<Deps, 'config' | 'db' | 'mail' | 'now' | 'services'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<TestEmailResult> {
  if (!hasPermission(by, 'set up academy')) throw permissionDeniedError(by, 'set up academy')
  await services.reload()
  const member = await findMailbox(db, memberId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  const { mailServer: server, sender } = services.inUse
  if (!server && config.mode === 'production')
    throw new AppError('conflict', 'Save your mail server first. Then send a test email.')
  await enforceRateLimit({ config, now }, db, TEST_EMAIL_LIMIT, memberId)
  const to = member.email
  const message = { to, memberId, ...renderTestEmail(await readSite(db)) }
  await db.transaction((tx) => recordEvent(tx, { at: now(), kind: 'mail.tried', by, memberId }))
  if (!server) {
    await mail.send(message)
    return { isSent: true, message: 'Captured on this machine. See /dev/mail.', answer: '' }
  }
  const trial = await tryMailServer({ server, from: sender, message })
  if (trial.isSent) {
    // Logs the email, because the setup checklist looks in the log for a sent email.
    await withEmailLog({ send: async () => {}, close() {} }, { db, now, onError() {} }).send(message)
    return {
      isSent: true,
      message: `Sent to ${to}. If it doesn’t arrive in a few minutes, check the spam folder.`,
      answer: '',
    }
  }
  const name = 'url' in server ? getServerName(server) : server.host
  return { isSent: false, message: describeTrial({ trial, server: name, to }), answer: trial.answer }
}
