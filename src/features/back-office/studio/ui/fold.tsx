import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { PHONE, useMedia } from './use-media.ts'

type FoldProps = { label: string; isFilled: boolean; hasError: boolean; children: ReactNode }

/**
 * A rarely used section of a form. Open if it has content, except on phones, where forms are long; opens by itself for
 * an error.
 */
export function Fold({ label, isFilled, hasError, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const isPhone = useMedia(PHONE)
  const isOpenAtFirst = useRef(isFilled && !isPhone)
  useLayoutEffect(() => {
    if (details.current && (hasError || isOpenAtFirst.current)) details.current.open = true
  }, [hasError])
  return (
    <details ref={details} className="group/fold rounded-card border border-line bg-surface">
      <summary className="flex min-h-14 list-none items-center gap-3 rounded-card px-4 py-2 font-semibold sm:px-5 [&::-webkit-details-marker]:hidden">
        {label}
        {isFilled && <span className="text-sm font-normal text-muted group-open/fold:hidden">filled in</span>}
        <Icon name="chevron" className="ml-auto transition-transform group-open/fold:rotate-180" />
      </summary>
      <div className="flex flex-col gap-6 px-4 pt-2 pb-5 sm:px-5">{children}</div>
    </details>
  )
}

/** Whether a part of a draft has any content. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Object) return Object.values(value).some(isFilled)
  return value !== null && value !== undefined && value !== false
}
