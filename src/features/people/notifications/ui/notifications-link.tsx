import { ButtonLink } from '#web/ui/button.tsx'

export function NotificationsLink() {
  return (
    <section aria-labelledby="notices">
      <h2 id="notices" className="mb-4 text-xl">
        Notifications
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          Updates about your courses, orders, and certificates from the last 180 days.
        </p>
        <ButtonLink variant="quiet" to="/Account/Notices" className="max-sm:w-full">
          View notifications
        </ButtonLink>
      </div>
    </section>
  )
}
