import { ButtonLink } from '#web/ui/button.tsx'

export function EmailPreferencesLink() {
  return (
    <section aria-labelledby="mails">
      <h2 id="mails" className="mb-4 text-xl">
        Email preferences
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">Choose which emails you get.</p>
        <ButtonLink variant="quiet" to="/Account/Mails" className="max-sm:w-full">
          Manage emails
        </ButtonLink>
      </div>
    </section>
  )
}
