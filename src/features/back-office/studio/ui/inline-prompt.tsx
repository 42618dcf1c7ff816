import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

type InlinePromptProps = {
  label: string
  /** What the prompt is about, if several prompts have the same label. */
  of?: string
  children: (close: () => void) => ReactNode
}

/** A button that is replaced by a prompt when clicked. The focus moves into the prompt, and back when it closes. */
export function InlinePrompt({ label, of, children }: InlinePromptProps) {
  const [isOpen, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) whole.current?.querySelector<HTMLElement>('select, input')?.focus()
    else if (wasOpen.current) whole.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <div ref={whole}>
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button variant="quiet" aria-label={of && `${label} ${of}`} onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}
