import { useEffect, useId, useRef, useState } from 'react'
import type { Path } from '#shared/plan-changes.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { MarkdownEditor, Tool } from '../markdown-editor.ts'
import { usePlanField } from './draft-context.tsx'
import { PasteNotice } from '../paste-notice.tsx'
import { PlanTextArea } from './plan-fields.tsx'

/** A long text, edited as rich text or, by people who know it, as Markdown. */
export function PlanMarkdownField({ at, label, hint }: { at: Path; label: string; hint?: string | undefined }) {
  const [isSource, setSource] = useState(false)
  return (
    <div>
      {isSource ? (
        <PlanTextArea at={at} label={label} hint={[hint, 'Uses Markdown.'].filter(Boolean).join(' ')} isMarkdown />
      ) : (
        <RichTextEditor at={at} label={label} hint={hint} onFail={() => setSource(true)} />
      )}
      <Button variant="link" className="-ml-3" onClick={() => setSource(!isSource)}>
        {isSource ? 'Switch to visual editor' : 'Switch to Markdown'}
        <span className="sr-only"> ({label})</span>
      </Button>
    </div>
  )
}

const TOOLS: readonly { tool: Tool; label: string; shown: string }[] = [
  { tool: 'bold', label: 'Bold', shown: 'B' },
  { tool: 'italic', label: 'Italic', shown: 'I' },
  { tool: 'heading', label: 'Heading', shown: 'H' },
  { tool: 'text', label: 'Paragraph', shown: '¶' },
  { tool: 'bullets', label: 'List', shown: '•' },
  { tool: 'numbers', label: 'Numbered list', shown: '①' },
  { tool: 'quote', label: 'Quote', shown: '“' },
  { tool: 'undo', label: 'Undo', shown: '↶' },
  { tool: 'redo', label: 'Redo', shown: '↷' },
]

type RichTextEditorProps = { at: Path; label: string; hint: string | undefined; onFail: () => void }

function RichTextEditor({ at, label, hint, onFail }: RichTextEditorProps) {
  const { value, set, error, isRequired } = usePlanField<string>(at)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const editor = useRef<MarkdownEditor>(undefined)
  const [isReady, setReady] = useState(false)
  const [pasteNotice, setPasteNotice] = useState<string>()
  // The value that the editor shows. If it differs, another person changed it, so it replaces the editor's content.
  const shown = useRef(value)
  const latest = useRef({ set, onFail })
  useEffect(() => {
    latest.current = { set, onFail }
    if (editor.current && value !== shown.current) {
      shown.current = value
      editor.current.replace(value)
    }
  }, [set, onFail, value])
  useEffect(() => {
    let isGone = false
    const element = root.current
    if (!element) return undefined
    const open = async () => {
      const { openMarkdownEditor } = await import('../markdown-editor.ts')
      if (isGone) return
      const opened = await openMarkdownEditor({
        root: element,
        markdown: shown.current,
        label,
        describedBy: `${id}-error`,
        onChange: (markdown) => {
          if (markdown === shown.current) return
          shown.current = markdown
          latest.current.set(markdown)
        },
        onPaste: setPasteNotice,
      })
      if (isGone) return opened.destroy()
      editor.current = opened
      setReady(true)
    }
    open().catch((failure: unknown) => {
      console.error(failure)
      latest.current.onFail()
    })
    return () => {
      isGone = true
      editor.current?.destroy()
      editor.current = undefined
    }
  }, [id, label])
  return (
    <div>
      <p id={id} className="mb-1 text-sm font-semibold">
        {label}
      </p>
      <div className={classes('rounded-control border bg-surface', error ? 'border-danger' : 'border-edge')}>
        <div role="toolbar" aria-label={`${label}: formatting`} className="flex flex-wrap border-b border-line px-1">
          {TOOLS.map(({ tool, label: called, shown: sign }) => (
            <button
              key={tool}
              type="button"
              aria-label={called}
              title={called}
              disabled={!isReady}
              // Keeps the text selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => editor.current?.use(tool)}
              className={classes(
                'grid min-h-11 min-w-10 place-items-center rounded-control px-2 text-sm hover:bg-wash',
                tool === 'bold' && 'font-bold',
                tool === 'italic' && 'italic',
              )}
            >
              {sign}
            </button>
          ))}
          <LinkTool isReady={isReady} onLink={(address) => editor.current?.link(address)} />
        </div>
        <div ref={root} className="min-h-40 px-3 py-2 [&_.ProseMirror]:min-h-36 [&_.ProseMirror]:rounded-control" />
        {!isReady && (
          <p className="px-3 pb-2 text-sm text-muted" role="status">
            Loading...
          </p>
        )}
      </div>
      <PasteNotice notice={pasteNotice} />
      {(isRequired || hint !== undefined) && (
        <p className="mt-1 text-sm text-muted">{[isRequired && 'Required.', hint].filter(Boolean).join(' ')}</p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function LinkTool({ isReady, onLink }: { isReady: boolean; onLink: (address: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('https://')
  const [wrong, setWrong] = useState<string>()
  const done = () => {
    if (!/^(https?:\/\/|mailto:)\S+$/.test(address))
      return setWrong('Enter an address that starts with https:// or mailto:.')
    setOpen(false)
    onLink(address)
  }
  return (
    <>
      <button
        type="button"
        disabled={!isReady}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid min-h-11 place-items-center rounded-control px-2 text-sm hover:bg-wash"
      >
        Link
      </button>
      {isOpen && (
        <div className="w-full p-2">
          <TextField
            label="Link address"
            value={address}
            error={wrong}
            autoComplete="off"
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              done()
            }}
            action={<Button onClick={done}>Add link</Button>}
          />
        </div>
      )}
    </>
  )
}
