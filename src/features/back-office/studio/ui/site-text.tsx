import { useState } from 'react'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { previewSiteText } from '../site-screen.contract.ts'
import { useAction } from './use-action.tsx'

type SiteTextProps = {
  label: string
  what: 'founder' | 'terms' | 'privacy'
  hint: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

export function SiteText({ label, what, hint, value, error, onChange }: SiteTextProps) {
  const [html, setHtml] = useState<string>()
  const { isBusy, outcome, run } = useAction()
  const preview = () =>
    run(async () => {
      const reply = await call<typeof previewSiteText>('POST /Academy/api/studio/site/preview/', {
        body: { what, markdown: value },
      })
      setHtml(reply.html)
      return undefined
    })
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={label}
        hint={hint}
        rows={8}
        value={value}
        error={error}
        onChange={({ currentTarget }) => {
          setHtml(undefined)
          onChange(currentTarget.value)
        }}
      />
      <div>
        <Button variant="quiet" busy={isBusy} aria-label={`Preview: ${label}`} onClick={() => void preview()}>
          Preview
        </Button>
      </div>
      {outcome}
      {html !== undefined && (
        <div role="group" aria-label={`Preview of ${label}`} className="rounded-control border border-line p-4">
          {html === '' ? <p className="text-sm text-muted">There is nothing to show.</p> : <Prose html={html} />}
        </div>
      )}
    </div>
  )
}
