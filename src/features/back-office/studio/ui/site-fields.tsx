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
  { key: 'name', label: 'Name of the academy', hint: 'On every page, on certificates and invoices.' },
  { key: 'tagline', label: 'What it stands for', hint: 'Beside the name where search engines show it.' },
  { key: 'description', label: 'Description', hint: 'Below the name in search results.', isLong: true },
]

const CONTACT: readonly Line[] = [
  { key: 'email', label: 'Email', hint: 'Shown to visitors; answers to mails go there.', type: 'email' },
  { key: 'phone', label: 'Phone', type: 'tel' },
  { key: 'postal_address', label: 'Postal address', hint: 'On each invoice, line by line.', isLong: true },
  { key: 'tax_number', label: 'Tax number', hint: 'On invoices as it is written here: EIN 12-3456789.' },
]

const MORE: readonly Line[] = [
  { key: 'time_zone', label: 'Time zone', hint: 'Where days begin and end: America/New_York, Europe/London, UTC.' },
  { key: 'language', label: 'Language of dates', hint: 'How dates and sums are written: en-US, en-GB, de-DE.' },
  { key: 'refund_days', label: 'Days for a refund', hint: 'So long after a purchase its buyer may ask for the money.' },
  {
    key: 'examination_wait_hours',
    label: 'Hours before another try',
    hint: 'After three tries of an examination in a day that did not pass. 0: at once.',
  },
]

const FOUNDER = [
  { key: 'name', label: 'Name', hint: undefined },
  { key: 'credentials', label: 'Credentials', hint: 'Behind the name: RN, LNC.' },
  { key: 'license', label: 'License', hint: 'On the pages of courses: Registered nurse, license RN 123456, Ohio.' },
  { key: 'experience', label: 'Experience', hint: 'On the pages of courses: 18 years at the bedside.' },
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
      <SiteSection id="more" title="Days and dates">
        {lines(MORE)}
      </SiteSection>
      <SiteSection id="reminders" title="Reminders">
        <ReminderField
          days={site.study_reminder_days}
          error={wrong['study_reminder_days']}
          onChange={(days) => onChange({ study_reminder_days: days })}
        />
      </SiteSection>
      <SiteSection id="founder-name" title="Who founded it">
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
