import { call } from '#web/client/api.ts'
import { defineActions } from '#web/client/actions.ts'
import type { Route } from './+types/returned-emails.page.ts'
import type { readEmailSettings } from './email-settings.contract.ts'
import { ReturnedEmailsForm } from './ui/returned-emails-form.tsx'
import { emailSettingsActions } from './ui/service-settings-actions.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Returned emails' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readEmailSettings>('GET /Academy/api/studio/settings/email/', { signal }),
)

export const clientAction = defineActions(emailSettingsActions)

export default function ReturnedEmailsPage({ loaderData }: Route.ComponentProps) {
  return <ReturnedEmailsForm {...getView(loaderData)} />
}
