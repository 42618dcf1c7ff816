import { useSite } from '#web/shell/site.ts'

/** Shown next to Request Certificate, because the terms exclude refunds after the request. */
export function RefundNote() {
  const days = useSite()?.refund_days
  if (!days) return null
  return <p className="text-sm text-muted">After you request it, our refund policy no longer covers this course.</p>
}
