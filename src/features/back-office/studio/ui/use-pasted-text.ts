import { type ClipboardEvent, useState } from 'react'

/** For a text field with Markdown: keeps the formatting of pasted text. */
export function usePastedText(): {
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  notice: string | undefined
} {
  const [notice, setNotice] = useState<string>()
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    setNotice(undefined)
    if (!event.clipboardData.types.includes('text/html')) return
    event.preventDefault()
    const field = event.currentTarget
    const clipboard = copyClipboard(event.clipboardData)
    const reading = import('./pasted-text.ts').then(({ readPastedText }) => readPastedText(clipboard))
    reading.then(
      (pasted) => {
        setNotice('wrong' in pasted ? pasted.wrong : pasted.notice)
        if (!('wrong' in pasted)) insertText(field, pasted.markdown)
      },
      (error: unknown) => {
        console.error(error)
        insertText(field, clipboard.getData('text/plain'))
      },
    )
  }
  return { onPaste, notice }
}

/** The browser empties the clipboard's data when the event is over. */
function copyClipboard(given: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of given.types) if (type !== 'Files') copy.setData(type, given.getData(type))
  return copy
}

/** As if typed, so that Undo removes it. */
function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  // No other way of inserting text can be undone. Browsers will support it for as long as pages use it.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, text)
}
