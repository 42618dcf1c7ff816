import { useSite } from '#web/shell/site.ts'

/** Shown next to Request Certificate, because the terms exclude refunds after the request. */
export function RefundNote() {
  const days = useSite()?.refund_days
  if (!days) return null
  return <p className="text-sm text-muted">A course can’t be refunded once its certificate is requested.</p>
}
