import { ButtonLink } from '#web/ui/button.tsx'

export function LicensesLink() {
  return (
    <section aria-labelledby="licenses">
      <h2 id="licenses" className="mb-4 text-xl">
        License numbers
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          Optional. Only for courses that award contact hours. Never shown publicly.
        </p>
        <ButtonLink variant="quiet" to="/Account/Licenses" className="max-sm:w-full">
          Manage license numbers
        </ButtonLink>
      </div>
    </section>
  )
}
