import { ButtonLink } from '#web/ui/button.tsx'

export function QuestionReportsLink() {
  return (
    <section aria-labelledby="contests">
      <h2 id="contests" className="mb-4 text-xl">
        Question reports
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          Report a problem with an exam question, and read our answers.
        </p>
        <ButtonLink variant="quiet" to="/Account/Contests" className="max-sm:w-full">
          View question reports
        </ButtonLink>
      </div>
    </section>
  )
}
