import { ButtonLink } from '#web/ui/button.tsx'

export function QuestionReportsLink() {
  return (
    <section aria-labelledby="contests">
      <h2 id="contests" className="mb-4 text-xl">
        Questions of examinations
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          When something is wrong with a question, tell us here. Our answer stands here, too.
        </p>
        <ButtonLink variant="quiet" to="/Account/Contests" className="max-sm:w-full">
          What you wrote to us
        </ButtonLink>
      </div>
    </section>
  )
}
