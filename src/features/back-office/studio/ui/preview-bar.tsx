import { pageAddress } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { HelpLink } from './help-link.tsx'

export type Screen = 'computer' | 'phone'

const SCREENS = [
  ['computer', 'Computer'],
  ['phone', 'Phone'],
] as const

type PreviewBarProps = { product: OpenProduct; screen: Screen; onScreen: (screen: Screen) => void }

/** Says that the page below is a preview, and switches its width. */
export function PreviewBar({ product: { id, address }, screen, onScreen }: PreviewBarProps) {
  return (
    <div className="page-width flex flex-col gap-3 pt-3">
      <div className="flex justify-end">
        <HelpLink />
      </div>
      <Notice action={<BackLink to={pageAddress('/Studio/Catalogue/:id', { id })}>Back to the draft</BackLink>}>
        Preview only. Until you publish, visitors see {address === null ? 'nothing' : 'the last published version'}.
      </Notice>
      <div role="group" aria-label="Screen" className="flex flex-wrap gap-3">
        {SCREENS.map(([name, label]) => (
          <Button
            key={name}
            variant={name === screen ? 'primary' : 'quiet'}
            aria-pressed={name === screen}
            onClick={() => onScreen(name)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
