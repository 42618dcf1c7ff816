import { Time } from '#web/shell/time.tsx'
import type { DateRange } from './days.ts'

/** Such as 'from Nov 1, 2026 to Nov 30, 2026', after a separator. Empty if there are no bounds. */
export function DateRangeText({ since, until, before }: DateRange & { before: string }) {
  if (since === null && until === null) return null
  if (since !== null && since === until)
    return (
      <>
        {before}on <Time at={since} />
      </>
    )
  return (
    <>
      {before}
      {since !== null && (
        <>
          from <Time at={since} />
        </>
      )}
      {since !== null && until !== null && ' '}
      {until !== null && (
        <>
          to <Time at={until} />
        </>
      )}
    </>
  )
}
