import { formatNotification } from '../law-changes.rules.ts'

type NotificationPreviewProps = { begins: string; what: string; why: string }

export function NotificationPreview({ begins, what, why }: NotificationPreviewProps) {
  return (
    <div>
      <p className="text-sm font-semibold">Learners will see</p>
      <p className="mt-1 max-w-text text-sm text-pretty wrap-anywhere text-muted">
        {formatNotification(begins, { what: what.trim(), why: why.trim() })}
      </p>
    </div>
  )
}
