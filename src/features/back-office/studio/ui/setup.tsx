import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { PageAddress } from '#shared/pages.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { call } from '#web/client/api.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { readSetup } from '../setup.contract.ts'
import { useStaff } from './staff.ts'

type Steps = EndpointReply<typeof readSetup>['steps']

const TITLES: Readonly<
  Record<
    Steps[number]['step'],
    { title: string; to?: PageAddress | { pathname: PageAddress; search: string }; link?: string }
  >
> = {
  factor: {
    title: 'Two-factor authentication',
    to: { pathname: '/Account/Security', search: '?next=/Studio/' },
    link: 'Set up',
  },
  site: { title: 'Name and contact', to: '/Studio/Site/', link: 'Add details' },
  mail: { title: 'Email works', to: '/Studio/Email/', link: 'Set up email' },
  keys: { title: 'Stripe keys are valid', to: '/Studio/Payments/', link: 'Enter keys' },
  course: { title: 'First course published', to: '/Studio/Catalogue/', link: 'Create a course' },
  home: { title: 'Home page published', to: '/Studio/Home/', link: 'Review and publish' },
  purchase: { title: 'Test purchase', to: '/Courses/', link: 'View courses' },
  webhook: { title: 'Stripe reports payments (webhook)', to: '/Studio/Payments/', link: 'Check the webhook' },
  live: { title: 'Accept live payments', to: '/Studio/Payments/', link: 'Enter live keys' },
}

const LIMIT_MS = 10_000

/**
 * The remaining steps before the academy can open, on the studio's first page. Shown to owners until all steps are
 * done.
 */
export function SetupChecklist() {
  const role = useStaff()?.role ?? 'learner'
  const [steps, setSteps] = useState<Steps>()
  const isShown = hasPermissionForAny(role, 'set up academy')
  useEffect(() => {
    if (!isShown) return
    const leaving = new AbortController()
    loadSteps(leaving.signal).then(setSteps, (error: unknown) => console.error(error))
    return () => leaving.abort()
  }, [isShown])
  if (!isShown || !steps || steps.every(({ is_done: isDone }) => isDone)) return null
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
        <span aria-hidden className="mt-1 size-4 rounded-full border-2 border-edge" />
      )}
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {title}
          <span className="sr-only">: {isDone ? 'done' : 'to do'}</span>
        </p>
        <p className="text-sm text-muted">{why}</p>
      </div>
      {!isDone && to && (
        <Link to={to} className="inline-flex min-h-11 items-center text-sm text-link underline underline-offset-4">
          {link}
        </Link>
      )}
    </div>
  )
}
