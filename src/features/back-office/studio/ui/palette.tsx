import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import { call } from '#web/client/api.ts'
import { classes } from '#web/ui/classes.ts'
import type { findInStudio } from '../palette.contract.ts'
import { findPages, type PaletteItem, toPaletteItems } from './palette-items.ts'
import { useStaff } from './staff.ts'

/** Waits for a pause in typing, because no one reads results between keystrokes. */
const DEBOUNCE_MS = 150
const MIN_CHARACTERS = 2
const MAX_CHARACTERS = 200

/** A dialog that finds the studio's pages, and members, orders, and products. */
export default function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const { items, status } = useItems(words.trim())
  const go = (item: PaletteItem) => {
    onClose()
    void navigate(item.getAddress())
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-night/50" />
        <Dialog.Popup
          aria-label="Search or go to"
          className="fixed top-4 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-2 rounded-card border border-line bg-surface p-4 text-ink shadow-lift sm:top-[12dvh] sm:max-h-[76dvh]"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            autoHighlight="always"
            items={items}
            itemToStringValue={({ title }: PaletteItem) => title}
            value={words}
            onValueChange={(value, { reason }) => reason !== 'item-press' && setWords(value)}
          >
            <div className="flex items-center gap-2">
              <Autocomplete.Input
                aria-label="Search or go to"
                aria-describedby="palette-status"
                placeholder="Page, member, order, or product"
                maxLength={MAX_CHARACTERS}
                enterKeyHint="go"
                className="block min-h-11 w-full min-w-0 rounded-control border border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-muted"
              />
              <Dialog.Close className="min-h-11 rounded-control px-3 text-sm font-semibold text-link">
                Close
              </Dialog.Close>
            </div>
            <p id="palette-status" role="status" className="min-h-6 px-3 text-sm text-muted">
              {status}
            </p>
            <Autocomplete.List aria-label="Results" className="overflow-y-auto">
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  onClick={() => go(item)}
                  className={({ highlighted }) =>
                    classes('flex min-h-11 flex-col justify-center rounded-control px-3 py-2', highlighted && 'bg-wash')
                  }
                >
                  <span dir="auto" className="text-sm font-semibold wrap-anywhere">
                    {item.title}
                  </span>
                  <span className="text-xs wrap-anywhere text-muted">{item.detail}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Found = { words: string; items: PaletteItem[]; failed?: true }

/**
 * Finds pages at once, and members, orders, and products by request. The previous results stay until the next ones have
 * loaded.
 */
function useItems(words: string): { items: PaletteItem[]; status: string } {
  const role = useStaff()?.role ?? 'learner'
  const [found, setFound] = useState<Found>({ words: '', items: [] })
  const isSearched = words.length >= MIN_CHARACTERS
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = async () => {
      try {
        const reply = await call<typeof findInStudio>('POST /Academy/api/studio/find/', { body: { words }, signal })
        setFound({ words, items: toPaletteItems(reply) })
      } catch (error) {
        if (signal.aborted) return
        console.error(error)
        setFound({ words, items: [], failed: true })
      }
    }
    const timer = isSearched ? setTimeout(() => void ask(), DEBOUNCE_MS) : undefined
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [words, isSearched])
  const pages = useMemo(() => findPages(role, words), [role, words])
  const items = useMemo(() => [...pages, ...(isSearched ? found.items : [])], [pages, isSearched, found])
  return { items, status: describe(items.length, words, isSearched ? found : undefined) }
}

function describe(count: number, words: string, found: Found | undefined): string {
  if (words === '') return ''
  if (found && found.words !== words) return 'Searching…'
  if (found?.failed)
    return 'We couldn’t search members, orders, and products, so you see only pages. Try again in a moment.'
  return count === 0 ? `Nothing found for “${words}”.` : pluralize(count, 'result')
}
