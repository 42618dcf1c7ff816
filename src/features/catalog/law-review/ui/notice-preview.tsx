import { noticeInWords } from '../law-changes.rules.ts'

type NoticePreviewProps = { begins: string; what: string; why: string }

/** What owners will read, while it is written. */
export function NoticePreview({ begins, what, why }: NoticePreviewProps) {
  return (
    <div>
      <p className="text-sm font-semibold">They read</p>
      <p className="mt-1 max-w-text text-sm text-pretty wrap-anywhere text-muted">
        {noticeInWords(begins, { what: what.trim(), why: why.trim() })}
      </p>
    </div>
  )
}
