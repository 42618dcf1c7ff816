import { formatLongDate } from '#shared/dates.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages.ts'
import { useSite } from './site.ts'

/** The academy's language for dates and amounts. */
export function useLanguage(): string {
  return useSite()?.language ?? DEFAULT_LANGUAGE
}

/** A day ('2026-11-21') written out. The server's text stays even if a browser would format it differently. */
export function Day({ day }: { day: string }) {
  return (
    <time dateTime={day} suppressHydrationWarning>
      {formatLongDate(day, useLanguage())}
    </time>
  )
}
