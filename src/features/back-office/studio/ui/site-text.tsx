import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { MarkdownTextArea } from './markdown-text-area.tsx'
import type { siteActions } from './site-actions.ts'

type SiteTextProps = {
  label: string
  what: 'founder' | 'terms' | 'privacy'
  hint: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

export function SiteText({ label, what, hint, value, error, onChange }: SiteTextProps) {
  const action = useAction<typeof siteActions>({ unreachable: UNREACHABLE })
  const html = action.result('previewText')?.html
  return (
    <div className="flex flex-col gap-3">
      <MarkdownTextArea
        label={label}
        hint={hint}
        rows={8}
        value={value}
        error={error}
        onChange={({ currentTarget }) => {
          if (html !== undefined) action.clear()
          onChange(currentTarget.value)
        }}
      />
      <div>
        <Button
          variant="quiet"
          busy={action.isBusy}
          aria-label={`Preview: ${label}`}
          onClick={() => void action.submit('previewText', { what, markdown: value })}
        >
          Preview
        </Button>
      </div>
      <ActionNotice action={action} />
      {html !== undefined && (
        <div role="group" aria-label={`Preview of ${label}`} className="rounded-control border border-line p-4">
          {html === '' ? <p className="text-sm text-muted">Nothing to preview.</p> : <Prose html={html} />}
        </div>
      )}
    </div>
  )
}
