import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

type InlinePromptProps = {
  label: string
  children: (close: () => void) => ReactNode
}

/** A button that is replaced by a prompt when clicked. The focus moves into the prompt, and back when it closes. */
export function InlinePrompt({ label, children }: InlinePromptProps) {
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
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}
