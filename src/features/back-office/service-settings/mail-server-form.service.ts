import type { Deps } from '#platform/deps.ts'
import { resolvePublicHost } from '#platform/public-address.ts'
import type { StoredMail } from '#platform/services/service-settings.ts'
import { type FieldErrors, findServerErrors, type ServerForm, type ServerKind } from './email-settings.rules.ts'

export const NO_SETTINGS: StoredMail = {
  host: '',
  port: 0,
  security: 'tls',
  user: '',
  senderName: '',
  senderAddress: '',
}

/** The errors of a mail server's fields, including a private address and a missing password. */
export async function findAllServerErrors(
  { config: { mode, allowsPrivateMailServer } }: Pick<Deps, 'config'>,
  form: ServerForm,
  { isPasswordUnchanged, kind }: { isPasswordUnchanged: boolean; kind: ServerKind },
): Promise<FieldErrors> {
  const isProduction = mode === 'production'
  const errors = findServerErrors(form, isProduction, kind)
  if (form.user !== '' && form.password === '' && !isPasswordUnchanged)
    errors['password'] = ['Enter the password for this server and user name.']
  if (errors['host'] || !isProduction || allowsPrivateMailServer) return errors
  const found = await resolvePublicHost(form.host)
  if (found === 'private')
    errors['host'] = ['This server is on a private network. Enter your email provider’s public server.']
  if (found === 'missing') errors['host'] = ['We couldn’t find this server. Check its spelling.']
  return errors
}
