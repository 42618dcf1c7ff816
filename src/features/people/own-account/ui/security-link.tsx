import { ButtonLink } from '#web/ui/button.tsx'

export function SecurityLink() {
  return (
    <section aria-labelledby="security">
      <h2 id="security" className="mb-4 text-xl">
        Security
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          Two-factor authentication and passkeys protect your account, even if someone learns your password.
        </p>
        <ButtonLink variant="quiet" to="/Account/Security" className="max-sm:w-full">
          Security settings
        </ButtonLink>
      </div>
    </section>
  )
}
