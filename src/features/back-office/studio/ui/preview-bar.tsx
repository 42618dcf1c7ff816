import { type ReactNode, useId } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { HelpLink } from './help-link.tsx'

export type Screen = 'computer' | 'phone'

const SCREENS = [
  ['computer', 'Computer'],
  ['phone', 'Phone'],
] as const

type PreviewBarProps = {
  back: { to: PageAddress; text: string }
  /** What the page below is. */
  notice: ReactNode
  screen: Screen
  onScreen: (screen: Screen) => void
  /** More choices. */
  children?: ReactNode
}

/** Says that the page below is a preview, and switches its width. */
export function PreviewBar({ back, notice, screen, onScreen, children }: PreviewBarProps) {
  return (
    <div className="page-width flex flex-col gap-3 py-3">
      <div className="flex justify-end">
        <HelpLink />
      </div>
      <Notice
        action={
          <TextLink to={back.to}>
            <Icon name="arrow" className="rotate-180" />
            {back.text}
          </TextLink>
        }
      >
        {notice}
      </Notice>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <PreviewSwitch label="Screen" options={SCREENS} value={screen} onChange={onScreen} />
        {children}
      </div>
    </div>
  )
}

type PreviewSwitchProps<Value extends string> = {
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}

export function PreviewSwitch<Value extends string>({ label, options, value, onChange }: PreviewSwitchProps<Value>) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-3">
      <span id={id} className="text-sm text-muted">
        {label}
      </span>
      {options.map(([name, text]) => (
        <Button
          key={name}
          variant={name === value ? 'primary' : 'quiet'}
          aria-pressed={name === value}
          onClick={() => onChange(name)}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}

/** As wide as a phone, with its scroll bar. */
export function PhoneFrame({ title, src }: { title: string; src: PageAddress }) {
  return (
    <iframe
      title={title}
      src={src}
      className="mx-auto mt-6 block h-[846px] w-[392px] max-w-full rounded-card border border-line bg-surface"
    />
  )
}
