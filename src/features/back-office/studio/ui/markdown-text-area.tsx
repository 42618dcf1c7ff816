import type { ComponentProps } from 'react'
import { TextArea } from '#web/ui/field.tsx'
import { PasteNotice } from './paste-notice.tsx'
import { usePastedText } from './use-pasted-text.ts'

/** A text field for Markdown, which keeps the formatting of pasted text. */
export function MarkdownTextArea(props: ComponentProps<typeof TextArea>) {
  const { onPaste, notice } = usePastedText()
  return (
    <div>
      <TextArea {...props} onPaste={onPaste} />
      <PasteNotice notice={notice} />
    </div>
  )
}
