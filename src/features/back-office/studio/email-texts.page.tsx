import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import type { Route } from './+types/email-texts.page.ts'
import type { listEmailTexts } from './email-texts.contract.ts'
import { ItemList, ItemText } from './ui/lists.tsx'
import { SettingsSection } from './ui/settings-section.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Email = EndpointReply<typeof listEmailTexts>['emails'][number]

export const handle: StudioHandle = { title: 'Email texts' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listEmailTexts>('GET /Academy/api/studio/email-texts/', { signal }),
)

const GROUPS = [
  { id: 'account', title: 'Account' },
  { id: 'purchases', title: 'Purchases and access' },
  { id: 'learning', title: 'Learning' },
  { id: 'certificates', title: 'Certificates' },
] as const

/** Members must be able to trust these words, so nobody can change them. */
const FIXED = [
  { label: 'Account locked', trigger: 'A member with a locked account asks for a new password.' },
  { label: 'New login', trigger: 'Someone logs in from a new device or location.' },
  { label: 'Password changed', trigger: 'A member’s password was changed.' },
  { label: 'Two-factor authentication', trigger: 'A member’s app, passkeys, or recovery codes changed.' },
  { label: 'Email change requested', trigger: 'A member or staff asked to change a member’s email.' },
  { label: 'Email changed', trigger: 'A member’s email was changed.' },
  { label: 'Email already in use', trigger: 'Someone asked to use the email of another account.' },
  { label: 'Account deletion', trigger: 'A deletion was requested or canceled.' },
]

export default function EmailTextsPage({ loaderData }: Route.ComponentProps) {
  const { emails } = getView(loaderData)
  return (
    <div className="flex max-w-text flex-col gap-10">
      <p className="text-pretty">
        You can change the subject and the opening lines of these emails. Links, amounts, buttons, and footers always
        stay.
      </p>
      {GROUPS.map(({ id, title }) => (
        <SettingsSection key={id} id={id} title={title}>
          <ItemList lines={emails.filter(({ group }) => group === id)} keyOf={({ name }) => name}>
            {(email) => <EmailItem email={email} />}
          </ItemList>
        </SettingsSection>
      ))}
      <SettingsSection id="fixed" title="Security notices">
        <p className="text-sm text-muted">These words can’t be changed, so that members can always trust them.</p>
        <ItemList lines={FIXED} keyOf={({ label }) => label}>
          {({ label, trigger }) => <ItemText text={label}>{trigger}</ItemText>}
        </ItemList>
      </SettingsSection>
      <p className="text-sm text-muted">Emails to you and your staff aren’t listed. They can’t be changed.</p>
    </div>
  )
}

function EmailItem({ email: { name, label, trigger, subject, is_changed: isChanged } }: { email: Email }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <Link
          to={pageAddress('/Studio/EmailTexts/:name', { name })}
          className="relative -my-1.5 block w-fit py-1.5 font-semibold text-pretty text-link hover:underline"
        >
          {label}
        </Link>
        {isChanged && <span className="rounded-full bg-sand px-2 text-xs font-semibold">Changed</span>}
      </p>
      <p className="text-sm text-pretty text-muted">{trigger}</p>
      <p className="text-sm wrap-anywhere">Subject: {subject}</p>
    </>
  )
}
