import { Icon } from '#web/ui/icon.tsx'
import type { Announcement } from './site.ts'

/** The owner's announcement. Before the page appears, `FIRST_SCRIPT` hides one that this visitor has closed. */
export default function AnnouncementBar({
  announcement: { id, text, link, link_label: label },
}: {
  announcement: Announcement
}) {
  const close = () => {
    document.documentElement.dataset['read'] = ''
    try {
      localStorage.setItem('note', id)
    } catch {
      // Without storage, the next visit shows it again.
    }
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <section
      aria-label="Announcement"
      className="border-b border-line bg-wash text-sm in-data-read:hidden print:hidden"
    >
      <div className="page-width flex items-center gap-4 py-1">
        <p className="flex-1 py-2">
          {text}
          {link !== null && (
            <>
              {' '}
              <a href={link} className="font-semibold text-link underline underline-offset-2">
                {label}
              </a>
            </>
          )}
        </p>
        <button
          type="button"
          aria-label="Close the announcement"
          onClick={close}
          className="-mr-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}
