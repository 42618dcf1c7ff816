import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { findFailedChunk } from '#web/client/chunks.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import { MessagePage } from '#web/ui/message-page.tsx'

export const APPLICATION_ERROR = 'Unexpected Application Error!'

/** Stacked with equal widths on phones, side by side on wider screens. */
const ACTIONS_CLASS = 'grid gap-3 sm:flex sm:flex-wrap sm:justify-center'

type NotFoundProps = { title?: string; children?: ReactNode; action?: ReactNode }

/** Says that something doesn't exist: the page, unless the caller provides another title. */
export function NotFound({
  title = 'This page doesn’t exist',
  children = 'The address might be misspelled, or the page might no longer exist.',
  action,
}: NotFoundProps) {
  return (
    <MessagePage>
      <p className="money font-serif text-3xl text-muted">404</p>
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-text text-balance text-muted">{children}</p>
      <div className={ACTIONS_CLASS}>
        {action ?? (
          <>
            <ButtonLink to="/">Go to the home page</ButtonLink>
            <ButtonLink to="/Courses/" variant="quiet">
              Browse courses
            </ButtonLink>
          </>
        )}
      </div>
    </MessagePage>
  )
}

/** Rendered without the layout, which may have caused the error. */
export function ApplicationError({ error }: { error: unknown }) {
  return (
    <main className="page-width flex min-h-dvh flex-col items-center justify-center gap-5 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-card bg-bar [--logo-ground:var(--color-bar)]">
        <LogoMark className="size-12" />
      </span>
      <h1 className="text-2xl">{APPLICATION_ERROR}</h1>
      <p role="alert" className="max-w-text text-balance text-muted">
        {explainError(error)}
      </p>
      {import.meta.env.DEV && error instanceof Error && (
        <pre className="max-w-full overflow-x-auto text-left text-xs">{error.stack}</pre>
      )}
      <div className={ACTIONS_CLASS}>
        <Button onClick={() => location.reload()}>Reload this page</Button>
        {/* A full page load, because the router itself may be broken. */}
        <ButtonLink to="/" reloadDocument variant="quiet">
          Go to the home page
        </ButtonLink>
      </div>
    </main>
  )
}

function explainError(error: unknown): string {
  const chunk = findFailedChunk(error)
  if (chunk !== undefined) return `Loading chunk ${chunk} failed. Please check your connection and reload the page.`
  // Browsers' messages when a page's data could not be fetched: Chromium, Firefox, Safari.
  const isUnreachable = error instanceof TypeError && /Failed to fetch|NetworkError|Load failed/.test(error.message)
  if (isUnreachable) return 'We couldn’t reach the academy. Please check your connection and reload the page.'
  return 'Something went wrong on our side. Nothing you have bought or completed is lost.'
}
