import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { pluralize } from '#shared/pluralize.ts'
import { pageAddress } from '#shared/pages.ts'
import { ApiError, call } from '#web/client/api.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/button.tsx'
import type { Suggestion, suggest } from '../search.contract.ts'
import { MAX_QUERY_LENGTH, QUERY_TOO_LONG } from '../search-words.rules.ts'
import { KIND_LABELS, PART_LABELS, type getHitAddress, getSuggestionAddress } from './hit-addresses.ts'

/** Waits for a pause in typing, because no one reads suggestions between keystrokes. */
const DEBOUNCE_MS = 150
const MIN_CHARACTERS = 2

let isOpen = false

/** Opens the search dialog and returns the focus afterward. */
export function openSearch(): void {
  if (isOpen) return
  isOpen = true
  const before = document.activeElement
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const end = () => {
    isOpen = false
    root.unmount()
    place.remove()
    if (before instanceof HTMLElement) before.focus()
  }
  root.render(<SearchPanel onClose={end} />)
}

function SearchPanel({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('')
  const { suggestions, status } = useSuggestions(words)
  const go = ({ pathname, search, hash }: ReturnType<typeof getHitAddress>) => location.assign(pathname + search + hash)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-night/50" />
        <Dialog.Popup
          aria-label="Search"
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-4 overflow-y-auto rounded-card border border-line bg-surface p-6 text-ink shadow-lift"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={suggestions}
            itemToStringValue={({ title }: Suggestion) => title}
            value={words}
            onValueChange={(value, { reason }) => reason !== 'item-press' && setWords(value)}
          >
            <form
              role="search"
              className="flex gap-2"
              onSubmit={(event) => {
                event.preventDefault()
                const search = `?${String(new URLSearchParams({ q: words.trim() }))}`
                if (words.trim() !== '' && words.length <= MAX_QUERY_LENGTH)
                  go({ pathname: pageAddress('/Search/'), search, hash: '' })
              }}
            >
              <Autocomplete.Input
                aria-label="What are you looking for?"
                aria-describedby="search-told"
                placeholder="What are you looking for?"
                enterKeyHint="search"
                className="block min-h-11 w-full min-w-0 rounded-control border border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-muted"
              />
              <Button type="submit">Search</Button>
            </form>
            <p id="search-told" role="status" className="min-h-6 text-sm text-muted">
              {status}
            </p>
            <Autocomplete.List aria-label="Suggestions">
              {(each: Suggestion) => (
                <Autocomplete.Item
                  key={`${each.product_id}/${each.lecture_id}/${each.thread_id}/${each.title}`}
                  value={each}
                  onClick={() => go(getSuggestionAddress(each))}
                  className={({ highlighted }) =>
                    classes('flex min-h-11 flex-col justify-center rounded-control px-3 py-2', highlighted && 'bg-wash')
                  }
                >
                  <span dir="auto" className="text-sm font-semibold wrap-anywhere">
                    {each.title}
                  </span>
                  <span className="text-xs text-muted">
                    {each.kind === 'product'
                      ? KIND_LABELS[each.product_kind]
                      : `${PART_LABELS[each.kind]} · ${each.product_name}`}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          <Dialog.Close className="min-h-11 self-end rounded-control px-3 text-sm font-semibold text-link">
            Close
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type SuggestionState = { suggestions: Suggestion[]; status: string }

const NO_SUGGESTIONS: SuggestionState = { suggestions: [], status: '' }

/** Suggestions for the typed text; keeps the previous ones while the next ones load. */
function useSuggestions(typed: string): SuggestionState {
  const [shown, setShown] = useState(NO_SUGGESTIONS)
  const words = typed.trim()
  useEffect(() => {
    const leaving = new AbortController()
    const show = (next: SuggestionState) => leaving.signal.aborted || setShown(next)
    const ask = async () => {
      if (words.length > MAX_QUERY_LENGTH) return show({ suggestions: [], status: QUERY_TOO_LONG })
      if (words.length < MIN_CHARACTERS) return show(NO_SUGGESTIONS)
      try {
        const given = { body: { words }, signal: leaving.signal }
        const suggestions = await call<typeof suggest>('POST /Academy/api/search/suggestions/', given)
        const status = suggestions.length > 0 ? pluralize(suggestions.length, 'suggestion') : 'Press Enter to search.'
        return show({ suggestions, status })
      } catch (error) {
        const away = 'We couldn’t load suggestions. Press Enter to search.'
        return show({ suggestions: [], status: error instanceof ApiError ? error.message : away })
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [words])
  return shown
}
