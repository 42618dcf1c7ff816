import { useEffect, useRef, useState } from 'react'
import { describeError, UNREACHABLE } from '#web/client/actions.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useTrustedHtml } from '#web/ui/trusted-types.ts'

type Preview = { subject: string; html: string }

type EmailPreviewProps<Text> = {
  text: Text
  /** The preview of the text that the page was loaded with. */
  saved: Preview
  /** Renders a text that was typed since. */
  load?: (text: Text, signal: AbortSignal) => Promise<Preview>
}

/** How long to wait for a pause in typing. */
const DEBOUNCE_MS = 400

const WIDTHS = { phone: 'Phone', desktop: 'Computer' } as const
type Width = keyof typeof WIDTHS

/** Next to the form, the frame is as high as the window. Where there is no room for a computer's width, it is smaller. */
const FRAME: Record<Width, string> = {
  phone: 'h-160 w-90 lg:h-[calc(100dvh-21rem)]',
  desktop: 'h-240 w-160 max-sm:[zoom:0.5] sm:h-200 lg:h-[calc((100dvh-21rem)/0.65)] lg:[zoom:0.65]',
}

/** The email as members get it, with the typed text. While the text has an error, it shows the earlier one. */
export function EmailPreview<Text extends object>(props: EmailPreviewProps<Text>) {
  const { preview, error } = useEmailPreview(props)
  const [width, setWidth] = useState<Width>('phone')
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-18">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview" className="text-xl">
          Preview
        </h2>
        <div role="group" aria-label="Width" className="flex gap-2">
          {(['phone', 'desktop'] as const).map((each) => (
            <Button
              key={each}
              variant="quiet"
              aria-pressed={width === each}
              className="aria-pressed:border-link aria-pressed:bg-wash"
              onClick={() => setWidth(each)}
            >
              {WIDTHS[each]}
            </Button>
          ))}
        </div>
      </div>
      {error !== undefined && <Notice kind="info">{`The preview shows the earlier text. ${error}`}</Notice>}
      <p className="text-sm wrap-anywhere">
        <span className="text-muted">Subject:</span> <strong>{preview.subject}</strong>
      </p>
      <div
        role="region"
        aria-label="Email"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- On a phone it scrolls, by keys, too.
        tabIndex={0}
        className="max-w-full overflow-x-auto rounded-card border border-line"
      >
        <EmailFrame html={preview.html} width={width} />
      </div>
      <p className="text-sm text-muted">With sample data. Its links don’t work.</p>
    </section>
  )
}

/** The frame runs no scripts, and its links can't open. */
function EmailFrame({ html, width }: { html: string; width: Width }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const trusted = useTrustedHtml(html.replace('<head>', '<head><base target="_blank">'))
  useEffect(() => {
    // React would turn the trusted value into a string, which browsers refuse.
    if (frame.current) frame.current.srcdoc = trusted as string
  }, [trusted])
  return (
    <iframe
      ref={frame}
      sandbox=""
      title="Preview of the email"
      className={classes('mx-auto block min-h-80 max-w-full', FRAME[width])}
    />
  )
}

function useEmailPreview<Text extends object>({ text, saved, load }: EmailPreviewProps<Text>) {
  const [preview, setPreview] = useState(saved)
  const [error, setError] = useState<string>()
  const key = JSON.stringify(text)
  const shown = useRef(key)
  const current = useRef({ text, load })
  useEffect(() => {
    current.current = { text, load }
  })
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    const { text: typed, load: render } = current.current
    if (!render) return
    const asking = new AbortController()
    const show = (rendered: Preview) => {
      setPreview(rendered)
      setError(undefined)
    }
    const timer = setTimeout(() => {
      render(typed, asking.signal).then(
        show,
        (failure: unknown) => asking.signal.aborted || setError(describeError(failure, UNREACHABLE)),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [key])
  return { preview, error }
}
