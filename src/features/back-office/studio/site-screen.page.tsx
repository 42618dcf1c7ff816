import { readRefundDays, readWaitHours } from '#features/foundation/site/typed-settings.contract.ts'
import { readEmail } from '#shared/typed-emails.ts'
import { readPhone } from '#shared/typed-phones.ts'
import { defineActions } from '#web/client/actions.ts'
import type { Route } from './+types/site-screen.page.ts'
import { ReminderField } from './ui/reminder-field.tsx'
import { siteActions } from './ui/site-actions.ts'
import { type Line, SiteLines } from './ui/site-lines.tsx'
import { SiteSocial } from './ui/site-lists.tsx'
import { siteLoader } from './ui/site-loader.ts'
import { SettingsSection } from './ui/settings-section.tsx'
import { SiteScreen } from './ui/site-screen.tsx'
import { TimeZoneField } from './ui/time-zone-field.tsx'
import { getView, type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'General' }
export const meta = studioMeta
export const clientLoader = siteLoader
export const clientAction = defineActions(siteActions)

const NAME: readonly Line<'name' | 'tagline' | 'description'>[] = [
  { key: 'name', label: 'Academy name', hint: 'Shown on every page, certificate, and invoice.' },
  { key: 'tagline', label: 'Tagline', hint: 'Shown next to the name in search results.' },
  { key: 'description', label: 'Description', hint: 'Shown below the name in search results.', isLong: true },
]

const CONTACT: readonly Line<'email' | 'phone' | 'postal_address' | 'tax_number'>[] = [
  {
    key: 'email',
    label: 'Email',
    hint: 'Shown to visitors. Replies to emails go here.',
    type: 'email',
    read: readEmail,
  },
  { key: 'phone', label: 'Phone', type: 'tel', read: readPhone },
  { key: 'postal_address', label: 'Mailing address', hint: 'Printed on each invoice, line by line.', isLong: true },
  { key: 'tax_number', label: 'Tax ID', hint: 'Printed on invoices exactly as entered, such as EIN 12-3456789.' },
]

const TIMES: readonly Line<'language' | 'refund_days' | 'examination_wait_hours'>[] = [
  { key: 'language', label: 'Date and number format', hint: 'For example, en-US.' },
  {
    key: 'refund_days',
    label: 'Refund window (days)',
    hint: 'How long after a purchase buyers can request a refund, such as 14 or 2 weeks.',
    read: readRefundDays,
  },
  {
    key: 'examination_wait_hours',
    label: 'Wait after 3 failed attempts (hours)',
    hint: 'Applies after 3 failed exam attempts in a day. 0 means no wait.',
    read: readWaitHours,
  },
]

const KEYS = [...NAME, ...CONTACT, ...TIMES].map(({ key }) => key)

export default function GeneralPage({ loaderData }: Route.ComponentProps) {
  return (
    <SiteScreen read={getView(loaderData)} keys={[...KEYS, 'time_zone', 'study_reminder_days', 'social']}>
      {({ site, wrong, onChange }) => {
        const fields = { values: site, wrong, onChange }
        return (
          <>
            <SettingsSection id="name" title="Name">
              <SiteLines lines={NAME} {...fields} />
            </SettingsSection>
            <SettingsSection id="contact" title="Contact">
              <SiteLines lines={CONTACT} {...fields} />
            </SettingsSection>
            <SettingsSection id="more" title="Dates and time limits">
              <TimeZoneField
                label="Time zone"
                hint="Sets when days begin and end. Type a city or a name, such as Chicago or Central."
                value={site.time_zone}
                error={wrong['time_zone']}
                onChange={(time_zone) => onChange({ time_zone })}
              />
              <SiteLines lines={TIMES} {...fields} />
            </SettingsSection>
            <SettingsSection id="reminders" title="Reminders">
              <ReminderField
                days={site.study_reminder_days}
                error={wrong['study_reminder_days']}
                onChange={(days) => onChange({ study_reminder_days: days })}
              />
            </SettingsSection>
            <SettingsSection id="social" title="Social links">
              <SiteSocial links={site.social} wrong={wrong} onChange={(social) => onChange({ social })} />
            </SettingsSection>
          </>
        )
      }}
    </SiteScreen>
  )
}
