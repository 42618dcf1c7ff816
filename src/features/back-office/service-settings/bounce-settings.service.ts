import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import {
  checkBounceMailbox,
  findMailboxState,
  getMailboxName,
} from '#features/people/delivery-reports/delivery-reports.public.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { IMAP_PORT, IMAPS_PORT, ImapError, type ImapFailure } from '#platform/mail/imap.ts'
import type { StoredBounces } from '#platform/services/service-settings.ts'
import { getLockedServices } from '#platform/services/services-in-use.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { describeImapFailure, isEmailAddress } from './email-form.service.ts'
import {
  type BounceForm,
  type FieldErrors,
  IMAP_SERVER,
  needsPasswordAgain,
  TEST_EMAIL_LIMIT,
} from './email-settings.rules.ts'
import { findAllServerErrors, NO_SETTINGS } from './mail-server-form.service.ts'
import { beginChange, LOCKED_MESSAGE, type Saved, storeChange } from './stored-state.service.ts'

const NO_MAILBOX: StoredBounces = {
  address: '',
  host: '',
  port: IMAPS_PORT,
  security: 'tls',
  user: '',
  folder: 'INBOX',
}

/** The form without the password, what the environment sets, and how reading the mailbox goes. */
export async function getBounceSettings({ config, db, services }: Pick<Deps, 'config' | 'db' | 'services'>) {
  const { mail } = services.stored
  const { bounceMailbox, sender } = services.inUse
  const locked = getLockedServices(config)
  const stored = mail?.settings.bounces ?? NO_MAILBOX
  const state = bounceMailbox && (await findMailboxState(db, getMailboxName(bounceMailbox)))
  const failure = state?.failure as ImapFailure | null | undefined
  return {
    form: {
      ...stored,
      port: String(stored.port),
      address: locked.bounceAddress ? (sender.bounceAddress ?? '') : stored.address,
    },
    hasPassword: (mail?.secrets?.bouncePassword ?? '') !== '',
    locked: {
      mailbox: locked.bounceMailbox && bounceMailbox ? getMailboxName(bounceMailbox) : null,
      address: locked.bounceAddress,
    },
    isRead: bounceMailbox !== undefined,
    readAt: state?.readAt ?? null,
    problem: failure && bounceMailbox ? describeImapFailure(failure, bounceMailbox) : null,
    failingSince: state?.failingSince ?? null,
  }
}

type SaveBounces = { form: BounceForm; revision: string; by: Staff }

/** Saves the return address and the mailbox. All processes use them within a second. */
export async function saveBounceSettings(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'services'>,
  { form: typed, revision, by }: SaveBounces,
): Promise<Saved> {
  const change = { kind: 'mail', revision, by } as const
  const { mail: stored } = await beginChange(deps, change)
  const locked = getLockedServices(deps.config)
  if (locked.bounceMailbox && locked.bounceAddress) throw new AppError('conflict', LOCKED_MESSAGE)
  if (stored ? stored.secrets === undefined : !locked.mailServer || !locked.sender)
    throw new AppError('conflict', 'Save your mail server first.')
  const before = stored?.settings.bounces ?? NO_MAILBOX
  const form = { ...trimForm(typed), ...(locked.bounceMailbox && toMailboxFields(before)) }
  const isPasswordUnchanged =
    form.password === '' && (stored?.secrets?.bouncePassword ?? '') !== '' && !needsPasswordAgain(form, before)
  const errors: FieldErrors = {
    ...(form.host !== '' && !locked.bounceMailbox && (await findMailboxErrors(deps, form, isPasswordUnchanged))),
    ...(form.address !== '' &&
      !locked.bounceAddress &&
      !isEmailAddress(form.address) && { address: ['Enter an email address, such as bounces@example.com.'] }),
  }
  if (Object.keys(errors).length > 0) throw fieldErrors(errors)
  const { host, security, user, folder, address } = form
  const port = Number(form.port) || (security === 'tls' ? IMAPS_PORT : IMAP_PORT)
  const bounces: StoredBounces = { address, host, port, security, user, folder: folder === '' ? 'INBOX' : folder }
  const bouncePassword = isPasswordUnchanged ? (stored?.secrets?.bouncePassword ?? '') : form.password
  return storeChange(deps, change, async () => ({
    kind: 'mail',
    settings: { ...(stored?.settings ?? NO_SETTINGS), bounces },
    secrets: { password: '', ...stored?.secrets, bouncePassword },
    after: { changed: ['returned emails'] },
    message: host === '' ? 'Saved.' : 'Saved. Now check the mailbox.',
  }))
}

function trimForm(form: BounceForm): BounceForm {
  return Object.fromEntries(
    Object.entries(form).map(([key, value]) => [key, key === 'password' ? value : value.trim()]),
  ) as BounceForm
}

/** The stored mailbox, which stays unchanged if the environment sets the mailbox. */
function toMailboxFields({ host, port, security, user, folder }: StoredBounces) {
  return { host, port: String(port), security, user, folder, password: '' }
}

async function findMailboxErrors(
  deps: Pick<Deps, 'config'>,
  form: BounceForm,
  isPasswordUnchanged: boolean,
): Promise<FieldErrors> {
  const errors = await findAllServerErrors(deps, form, { isPasswordUnchanged, kind: IMAP_SERVER })
  if (form.user === '') errors['user'] = ['Enter the user name of the mailbox.']
  return errors
}

/** Opens the saved mailbox at once, and says what happened. Takes at most ten seconds. */
export async function checkBounceSettings(
  { config, db, now, services }: Pick<Deps, 'config' | 'db' | 'now' | 'services'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ isOpen: boolean; message: string }> {
  if (!hasPermission(by, 'set up academy')) throw permissionDeniedError(by, 'set up academy')
  await services.reload()
  const { bounceMailbox } = services.inUse
  if (!bounceMailbox) throw new AppError('conflict', 'Save a mailbox first. Then check it.')
  await enforceRateLimit({ config, now }, db, TEST_EMAIL_LIMIT, memberId)
  await db.transaction((tx) => recordEvent(tx, { at: now(), kind: 'mail.tried', by, memberId }))
  try {
    const count = await checkBounceMailbox(bounceMailbox)
    const has = count === 1 ? 'It has 1 message.' : `It has ${count} messages.`
    return { isOpen: true, message: `We can read the mailbox. ${has}` }
  } catch (error) {
    if (!(error instanceof ImapError)) throw error
    return { isOpen: false, message: describeImapFailure(error.failure, bounceMailbox) }
  }
}
