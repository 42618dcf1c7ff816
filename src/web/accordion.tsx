import { Accordion as Base } from '@base-ui/react/accordion'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

/** One item open at a time; clicking the open one closes it. `open` names the one that is open at first. */
export function Accordion({ items, open }: { items: readonly AccordionItem[]; open?: string | undefined }) {
  return (
    <Base.Root
      defaultValue={open === undefined ? [] : [open]}
      // What is closed can still be found with the browser's search.
      hiddenUntilFound
      className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface"
    >
      {items.map(({ id, title, content }) => (
        <Base.Item key={id} value={id}>
          <Base.Header className="font-sans text-base tracking-normal">
            <Base.Trigger className="group flex min-h-14 w-full items-center gap-3 px-5 py-3 text-left font-semibold transition-colors hover:bg-wash focus-visible:-outline-offset-3">
              <span className="min-w-0 flex-1">{title}</span>
              <Icon name="chevron" className="text-muted transition-transform group-data-panel-open:rotate-180" />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] data-ending-style:h-0 data-starting-style:h-0">
            <div className="px-5 pt-1 pb-5">{content}</div>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  )
}
