import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Json, Path } from '#shared/plan-changes.ts'
import { getValueAt } from '#shared/plan-changes.ts'
import { call } from '#web/client/api.ts'
import type { openProduct, saveProductChanges, OpenProduct } from '../../builder.contract.ts'
import { setOpenDraft } from './builder-actions.ts'
import { DraftSaver, type DraftView } from './draft-saver.ts'

export type DraftContextValue = {
  saver: DraftSaver
  view: DraftView
  /** Whether the editor has tried to publish; after that, empty fields are reported, too. */
  isChecked: boolean
  check: () => void
}

const DraftContext = createContext<DraftContextValue | undefined>(undefined)

/** Provides the draft of the edited product. Use the product's ID as `key`. */
export function DraftProvider({ worked, children }: { worked: OpenProduct; children: ReactNode }) {
  const { id } = worked
  const [saver] = useState(
    () =>
      new DraftSaver(worked, {
        save: (body) =>
          call<typeof saveProductChanges>('POST /Academy/api/studio/products/:id/changes/', {
            params: { id },
            body,
            limitMs: 20_000,
          }),
        open: () => call<typeof openProduct>('GET /Academy/api/studio/products/:id/', { params: { id } }),
      }),
  )
  const view = useSyncExternalStore(saver.subscribe, saver.current, saver.current)
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    setOpenDraft(saver)
    const warn = (event: BeforeUnloadEvent) => {
      if (!saver.isBehind) return
      void saver.saveNow()
      event.preventDefault()
    }
    const tryAgain = () => saver.tryAgain()
    addEventListener('beforeunload', warn)
    addEventListener('online', tryAgain)
    addEventListener('focus', tryAgain)
    return () => {
      setOpenDraft(undefined)
      removeEventListener('beforeunload', warn)
      removeEventListener('online', tryAgain)
      removeEventListener('focus', tryAgain)
      void saver.saveNow()
    }
  }, [saver])
  return <DraftContext value={{ saver, view, isChecked, check: () => setChecked(true) }}>{children}</DraftContext>
}

export function useDraft(): DraftContextValue {
  const draft = use(DraftContext)
  if (!draft) throw new Error('There is no draft around this.')
  return draft
}

export function usePlanField<Value extends Json>(
  at: Path,
): {
  value: Value
  set: (value: Value) => void
  error: string | undefined
  /** Whether it must be filled in before publishing. */
  isRequired: boolean
} {
  const { saver, view, isChecked } = useDraft()
  const value = getValueAt(view.worked.plan, at) as Value
  const path = at.join('/')
  const found = view.worked.findings.find((finding) => finding.at.join('/') === path)?.message
  const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0)
  // Stays while the field is filled in, so that the fields below don't move.
  const [marked, setMarked] = useState<string>()
  if (isEmpty && found !== undefined && marked !== path) setMarked(path)
  return {
    value,
    set: (to) => saver.set(at, to),
    // An empty field is not an error before the editor reaches it.
    error: view.refused[path] ?? (isChecked || !isEmpty ? found : undefined),
    isRequired: marked === path && !isChecked,
  }
}
