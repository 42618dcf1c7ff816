import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { PageAddress } from '#shared/pages.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { call } from '#web/client/api.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { readSetup } from '../setup.contract.ts'
import { useStaff } from './staff.ts'

type Steps = EndpointReply<typeof readSetup>['steps']

type StepTitle = {
  title: string
  to: PageAddress | { pathname: PageAddress; search: string }
  link: string
  /** Names the step after “Next:” on other pages. */
  next: string
}

const TITLES: Readonly<Record<Steps[number]['step'], StepTitle>> = {
  factor: {
    title: 'Two-factor authentication',
    to: { pathname: '/Account/Security', search: '?next=/Studio/' },
    link: 'Set up',
    next: 'set up two-factor authentication',
  },
  site: { title: 'Name and contact', to: '/Studio/Site/', link: 'Add details', next: 'add contact details' },
  mail: { title: 'Email', to: '/Studio/Email/', link: 'Set up email', next: 'set up email' },
  keys: { title: 'Stripe keys', to: '/Studio/Payments/', link: 'Enter keys', next: 'connect Stripe' },
  course: {
    title: 'First course published',
    to: '/Studio/Catalogue/',
    link: 'Create a course',
    next: 'publish your first course',
  },
  home: {
    title: 'Home page published',
    to: '/Studio/Home/',
    link: 'Review and publish',
    next: 'review and publish your home page',
  },
  purchase: { title: 'Test purchase', to: '/Courses/', link: 'View courses', next: 'make a test purchase' },
  webhook: {
    title: 'Stripe webhook',
    to: '/Studio/Payments/',
    link: 'Check the webhook',
    next: 'check the Stripe webhook',
  },
  live: {
    title: 'Accept live payments',
    to: '/Studio/Payments/',
    link: 'Enter live keys',
    next: 'enter your live Stripe keys',
  },
}

const LIMIT_MS = 10_000

/**
 * The remaining steps before the academy can open, on the studio's first page. Shown to owners until all steps are
 * done.
 */
export function SetupChecklist() {
  const steps = useSetupSteps()
  if (!steps || steps.every(({ is_done: isDone }) => isDone)) return null
  return (
    <section aria-labelledby="setting-up">
      <h2 id="setting-up" className="mb-1 text-xl">
        Setup
      </h2>
      <p className="mb-4 max-w-text text-sm text-muted">
        {steps.filter(({ is_done: isDone }) => isDone).length} of {steps.length} steps done. This list updates
        automatically.
      </p>
      <ol className="flex flex-col rounded-card border border-line bg-surface">
        {steps.map((step) => (
          <li key={step.step} className="border-b border-line p-4 last:border-b-0 sm:px-6">
            <SetupStep step={step} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * A link to the first open step, for owners, after an action has succeeded. The steps are loaded when it appears, so
 * render it only then. Nothing is shown if that step is on this page.
 */
export function NextSetupStep() {
  const { pathname } = useLocation()
  const open = useSetupSteps()?.find(({ is_done: isDone }) => !isDone)
  if (!open) return null
  const { to, next } = TITLES[open.step]
  if (to === pathname) return null
  return (
    <TextLink to={to} className="font-semibold">
      Next: {next}
      <Icon name="arrow" />
    </TextLink>
  )
}

/** Undefined until loaded, and for anyone but owners. */
function useSetupSteps(): Steps | undefined {
  const role = useStaff()?.role ?? 'learner'
  const [steps, setSteps] = useState<Steps>()
  const isAllowed = hasPermissionForAny(role, 'set up academy')
  useEffect(() => {
    if (!isAllowed) return
    const leaving = new AbortController()
    loadSteps(leaving.signal).then(setSteps, (error: unknown) => console.error(error))
    return () => leaving.abort()
  }, [isAllowed])
  return isAllowed ? steps : undefined
}

async function loadSteps(signal: AbortSignal): Promise<Steps> {
  const { steps } = await call<typeof readSetup>('GET /Academy/api/studio/setting-up/', {
    signal,
    limitMs: LIMIT_MS,
  })
  return steps
}

function SetupStep({ step: { step, is_done: isDone, why } }: { step: Steps[number] }) {
  const { title, to, link } = TITLES[step]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {isDone ? (
        <Icon name="check-circle" className="mt-0.5 text-study" />
      ) : (
        <span aria-hidden className="mx-0.5 mt-1 size-4 rounded-full border-2 border-edge" />
      )}
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {title}
          <span className="sr-only">: {isDone ? 'done' : 'to do'}</span>
        </p>
        <p className="text-sm text-muted">{why}</p>
      </div>
      {!isDone && <TextLink to={to}>{link}</TextLink>}
    </div>
  )
}
