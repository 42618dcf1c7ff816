import { DISPUTED_TEXT } from '#shared/disputed-text.ts'
import { EmailLink } from './email-link.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Says why a buyer has no access, and whom to contact. */
export function DisputedNotice() {
  return (
    <div className="flex items-start gap-3 text-left">
      <Icon name="info" className="mt-1 text-link" />
      <div className="flex min-w-0 flex-col gap-3 text-pretty">
        <p className="font-semibold">{DISPUTED_TEXT.fact}</p>
        <p>{DISPUTED_TEXT.wayOut}</p>
        <p>
          Questions? Email <EmailLink />.
        </p>
      </div>
    </div>
  )
}
