import { defineActions } from '#web/client/actions.ts'
import type { Route } from './+types/site-policies.page.ts'
import { siteActions } from './ui/site-actions.ts'
import { siteLoader } from './ui/site-loader.ts'
import { SettingsSection } from './ui/settings-section.tsx'
import { SiteScreen } from './ui/site-screen.tsx'
import { SiteText } from './ui/site-text.tsx'
import { getView, type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Policies' }
export const meta = studioMeta
export const clientLoader = siteLoader
export const clientAction = defineActions(siteActions)

const POLICIES = [
  { name: 'terms', title: 'Terms of Service' },
  { name: 'privacy', title: 'Privacy Policy' },
] as const

export default function PoliciesPage({ loaderData }: Route.ComponentProps) {
  return (
    <SiteScreen read={getView(loaderData)} keys={['policies']}>
      {({ site: { policies }, wrong, onChange }) => (
        <SettingsSection id="policies" title="Your own policies">
          {POLICIES.map(({ name, title }) => (
            <SiteText
              key={name}
              label={title}
              what={name}
              hint="Leave blank for the built-in text. Begin a heading with ## and a list item with a hyphen (Markdown). We replace {name}, {email}, {contact}, and {refund_days} with your settings."
              value={policies[name]}
              error={wrong[`policies.${name}`]}
              onChange={(text) => onChange({ policies: { ...policies, [name]: text } })}
            />
          ))}
        </SettingsSection>
      )}
    </SiteScreen>
  )
}
