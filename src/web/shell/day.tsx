import { formatLongDate } from '#shared/dates.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages.ts'
import { useSite } from './site.ts'

/** The language in which the academy writes dates and sums. */
export function useLanguage(): string {
  return useSite()?.language ?? DEFAULT_LANGUAGE
}

/** A day ('2026-11-21') as people read it. What the server wrote stays where a browser would write it another way. */
export function Day({ day }: { day: string }) {
  return (
    <time dateTime={day} suppressHydrationWarning>
      {formatLongDate(day, useLanguage())}
    </time>
  )
}
