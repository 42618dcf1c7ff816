import { useSyncExternalStore } from 'react'
import { formatAgo, formatDate, formatTime } from '#shared/dates.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages.ts'
import { useSite } from './site.ts'

/** The academy's language for dates and amounts. */
export function useLanguage(): string {
  return useSite()?.language ?? DEFAULT_LANGUAGE
}

const MINUTE = 60_000

/**
 * The current minute; undefined on the server and during hydration, because server-rendered pages are the same for
 * everyone.
 */
function useMinute(): number | undefined {
  return useSyncExternalStore(
    subscribeToMinutes,
    () => Math.floor(Date.now() / MINUTE) * MINUTE,
    () => undefined,
  )
}

function subscribeToMinutes(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE)
  return () => clearInterval(timer)
}

type TimeProps = {
  /** A day ('2026-11-21') or an ISO 8601 timestamp. */
  at: string
  /** Shown in the academy's time zone, as in emails about the deadline, and never as a relative time. */
  isDeadline?: boolean
}

/** A day, or a time in the reader's time zone: '5 minutes ago' within the last day, otherwise 'Nov 25, 8:05 PM ET'. */
export function Time({ at, isDeadline = false }: TimeProps) {
  if (/^\d{4}-\d\d-\d\dT/.test(at)) return <Instant at={at} isDeadline={isDeadline} />
  // During an upgrade, a process of the previous version might respond with formatted text.
  return /^\d{4}-\d\d-\d\d$/.test(at) ? <Day day={at} /> : at
}

/** Keeps the server's text even if the browser would format it differently. */
function Day({ day }: { day: string }) {
  return (
    <time dateTime={day} suppressHydrationWarning>
      {formatDate(day, useLanguage())}
    </time>
  )
}

function Instant({ at, isDeadline }: Required<TimeProps>) {
  const minute = useMinute()
  const academyZone = useSite()?.time_zone ?? 'UTC'
  const language = useLanguage()
  const instant = new Date(at)
  const now = minute === undefined ? undefined : new Date(minute)
  const zone = isDeadline || !now ? academyZone : undefined
  const ago = now && !isDeadline ? formatAgo(instant, now) : undefined
  return (
    <time dateTime={at} title={ago && formatTime(instant, zone, language)} suppressHydrationWarning>
      {ago ?? formatTime(instant, zone, language, now)}
    </time>
  )
}
