import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export type AccordionItem = {
  id: string
  title: ReactNode
  content: ReactNode
  /** Highlights the title, whether open or not. */
  isCurrent?: boolean
}

/** One item is open at a time; clicking the open item closes it. `open` is the item that is open initially. */
export function Accordion({ items, open: first }: { items: readonly AccordionItem[]; open?: string | undefined }) {
  const [open, setOpen] = useState(first)
  return (
    <div className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
      {items.map((item) => (
        <Item
          key={item.id}
          item={item}
          isOpen={item.id === open}
          onOpen={(isOpen) => setOpen(isOpen ? item.id : undefined)}
        />
      ))}
    </div>
  )
}

type ItemProps = { item: AccordionItem; isOpen: boolean; onOpen: (isOpen: boolean) => void }

function Item({ item: { title, content, isCurrent = false }, isOpen, onOpen }: ItemProps) {
  const id = useId()
  const panel = useOpenOnFind(isOpen, () => onOpen(true))
  return (
    <div>
      <h3 className="font-sans text-[min(var(--text-base),7.4vw)]/[1.65] tracking-normal text-pretty hyphens-auto [hyphenate-limit-chars:13]">
        <button
          type="button"
          id={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          aria-current={isCurrent || undefined}
          onClick={() => onOpen(!isOpen)}
          className="group flex min-h-14 w-full items-start gap-3 px-5 py-3 text-left font-semibold transition-colors hover:bg-wash focus-visible:-outline-offset-3 aria-current:border-l-3 aria-current:border-link aria-current:bg-wash aria-current:pl-4.25"
        >
          <span className="min-w-0 flex-1">{title}</span>
          <Icon
            name="chevron"
            className="mt-1 text-muted print:hidden transition-transform group-aria-expanded:rotate-180"
          />
        </button>
      </h3>
      <div
        ref={panel}
        id={`${id}-panel`}
        role="region"
        aria-labelledby={`${id}-title`}
        hidden={!isOpen}
        className="overflow-hidden transition-[height] transition-discrete [interpolate-size:allow-keywords] [&[hidden]]:h-0 print:[&[hidden]]:h-auto print:[&[hidden]]:[content-visibility:visible] [&[hidden]]:transition-[height,content-visibility]"
      >
        <div className={classes('px-5 pb-5', isCurrent ? 'pt-4' : 'pt-1')}>{content}</div>
      </div>
    </div>
  )
}

/**
 * The browser's find-in-page searches closed items and opens them. React supports neither the attribute nor the event.
 */
function useOpenOnFind(isOpen: boolean, onFound: () => void) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = panel.current
    if (!element || isOpen) return
    element.setAttribute('hidden', 'until-found')
    element.addEventListener('beforematch', onFound)
    return () => element.removeEventListener('beforematch', onFound)
  })
  return panel
}
