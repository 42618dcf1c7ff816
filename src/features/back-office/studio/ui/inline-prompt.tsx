import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

type InlinePromptProps = {
  label: string
  /** What the prompt is about, if several prompts have the same label. */
  of?: string
  variant?: ButtonVariant
  disabled?: boolean
  className?: string
  /** Whether it opens with the page. */
  isOpenAtFirst?: boolean
  children: (close: () => void) => ReactNode
}

/** A button that is replaced by a prompt when clicked. The focus moves into the prompt, and back when it closes. */
export function InlinePrompt({ label, of, isOpenAtFirst = false, children, ...button }: InlinePromptProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { opener, panel } = usePanelFocus(isOpen, false)
  return (
    <div ref={panel}>
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button
          ref={opener}
          variant="quiet"
          {...button}
          aria-label={of && `${label} ${of}`}
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
