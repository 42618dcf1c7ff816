import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { formatClockTime } from '#shared/clock-time.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Note } from '../notes.contract.ts'
import { collapseBlankLines } from '../notes.rules.ts'

/** A note, collapsed after ten lines except in print. Stacked accents and other combining marks are clipped. */
export function NoteText({ note: { seconds, text } }: { note: Pick<Note, 'seconds' | 'text'> }) {
  const [isOpen, setOpen] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  const isCut = useIsTruncated(paragraph, isOpen)
  const id = useId()
  return (
    <div className="min-w-0 flex-1 basis-56 py-2.5 text-sm">
      <p
        id={id}
        ref={paragraph}
        className={classes(
          'overflow-clip wrap-anywhere whitespace-pre-line',
          !isOpen && 'line-clamp-10 print:line-clamp-none print:overflow-clip',
        )}
      >
        {collapseBlankLines(text)}
      </p>
      {(isCut || isOpen) && (
        <Button
          variant="link"
          className="-ml-3"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Show less' : 'Show all'} of the note at ${formatClockTime(seconds)}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}

/** Whether text is clipped; measured again when the width changes. */
function useIsTruncated(paragraph: RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = paragraph.current
    if (!element || isOpen) return
    const watch = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    watch.observe(element)
    return () => watch.disconnect()
  }, [paragraph, isOpen])
  return isCut
}
