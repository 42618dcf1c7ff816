import type { ReactNode } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import type { SiteForm } from '../site-screen.contract.ts'
import { ReminderField } from './reminder-field.tsx'

type Wrong = Readonly<Record<string, string>>

export function SiteSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <AccountCard id={id} title={title}>
      <div className="flex flex-col gap-6">{children}</div>
    </AccountCard>
  )
}

/** Keys with a single text. */
type LineKey = { [Key in keyof SiteForm]: SiteForm[Key] extends string ? Key : never }[keyof SiteForm]

type Line = { key: LineKey; label: string; hint?: string; isLong?: boolean; type?: string }

const NAME: readonly Line[] = [
  { key: 'name', label: 'Academy name', hint: 'Shown on every page, certificate, and invoice.' },
  { key: 'tagline', label: 'Tagline', hint: 'Shown next to the name in search results.' },
  { key: 'description', label: 'Description', hint: 'Shown below the name in search results.', isLong: true },
]

const CONTACT: readonly Line[] = [
  { key: 'email', label: 'Email', hint: 'Shown to visitors. Replies to emails go here.', type: 'email' },
  { key: 'phone', label: 'Phone', type: 'tel' },
  { key: 'postal_address', label: 'Mailing address', hint: 'Printed on each invoice, line by line.', isLong: true },
  { key: 'tax_number', label: 'Tax ID', hint: 'Printed on invoices exactly as entered, such as EIN 12-3456789.' },
]

const MORE: readonly Line[] = [
  {
    key: 'time_zone',
    label: 'Time zone',
    hint: 'Sets when days begin and end. For example, America/New_York, America/Chicago, or America/Los_Angeles.',
  },
  { key: 'language', label: 'Date and number format', hint: 'For example, en-US.' },
  { key: 'refund_days', label: 'Refund window (days)', hint: 'How long after a purchase buyers can request a refund.' },
  {
    key: 'examination_wait_hours',
    label: 'Wait after 3 failed attempts (hours)',
    hint: 'Applies after 3 failed exam attempts in a day. 0 means no wait.',
  },
]

const FOUNDER = [
  { key: 'name', label: 'Name', hint: undefined },
  { key: 'credentials', label: 'Credentials', hint: 'After the name, such as RN, LNC.' },
  {
    key: 'license',
    label: 'License',
    hint: 'Shown on course pages. For example: “Registered nurse, license RN 123456, Ohio.”',
  },
  { key: 'experience', label: 'Experience', hint: 'Shown on course pages. For example: “18 years at the bedside.”' },
] as const

type FieldsProps = { site: SiteForm; wrong: Wrong; onChange: (part: Partial<SiteForm>) => void }

export function SiteFields({ site, wrong, onChange }: FieldsProps) {
  const lines = (all: readonly Line[]) =>
    all.map(({ key, label, hint, isLong, type }) => {
      const given = {
        label,
        hint,
        value: site[key],
        error: wrong[key],
        autoComplete: 'off',
        onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [key]: currentTarget.value }),
      }
      return isLong ? (
        <TextArea key={key} rows={3} {...given} />
      ) : (
        <TextField key={key} {...given} type={type ?? 'text'} />
      )
    })
  return (
    <>
      <SiteSection id="name" title="Name">
        {lines(NAME)}
      </SiteSection>
      <SiteSection id="contact" title="Contact">
        {lines(CONTACT)}
      </SiteSection>
      <SiteSection id="more" title="Dates and time limits">
        {lines(MORE)}
      </SiteSection>
      <SiteSection id="reminders" title="Reminders">
        <ReminderField
          days={site.study_reminder_days}
          error={wrong['study_reminder_days']}
          onChange={(days) => onChange({ study_reminder_days: days })}
        />
      </SiteSection>
      <SiteSection id="founder-name" title="Founder details">
        {FOUNDER.map(({ key, label, hint }) => (
          <TextField
            key={key}
            label={label}
            hint={hint}
            autoComplete="off"
            value={site.founder[key]}
            error={wrong[`founder.${key}`]}
            onChange={({ currentTarget }) => onChange({ founder: { ...site.founder, [key]: currentTarget.value } })}
          />
        ))}
      </SiteSection>
    </>
  )
}
