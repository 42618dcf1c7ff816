import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/email-text.page.ts'
import type { readEmailText } from './email-texts.contract.ts'
import { type EmailName, emailTextActions } from './ui/email-text-actions.ts'
import { EmailTextForm, type EmailTextRead } from './ui/email-text-form.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Email text', heading: ({ label }: EmailTextRead) => label }
export const meta = studioMeta

export const clientLoader = studioLoader(({ params: { name }, request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readEmailText>('GET /Academy/api/studio/email-texts/:name/', {
    // The server rejects other names.
    params: { name: name as EmailName },
    signal,
  }),
)

export const clientAction = defineActions(emailTextActions)

export default function EmailTextPage({ loaderData }: Route.ComponentProps) {
  const read = getView(loaderData)
  return (
    <>
      <BackLink to="/Studio/EmailTexts/">Email texts</BackLink>
      <EmailTextForm key={read.name} read={read} />
    </>
  )
}
