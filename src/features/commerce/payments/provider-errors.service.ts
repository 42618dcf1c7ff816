import type { Deps } from '#platform/deps.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import { AppError } from '#shared/app-error.ts'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { type PurchaseStage, unavailableMessage } from './provider-errors.rules.ts'
import { notifyOperator } from './operator-notifications.queues.ts'

type ReportingDeps = Pick<Deps, 'db' | 'jobs' | 'log'>

const DAY_SECONDS = 24 * 60 * 60

/**
 * Runs a request to the provider. If it fails, throws an error that says what the failure means at this stage. The
 * stage may be a function, which is called only after a failure.
 */
export async function callProviderAtStage<Value>(
  deps: ReportingDeps,
  point: PurchaseStage | (() => Promise<PurchaseStage>),
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    await reportProviderError(deps, error)
    const reached = typeof point === 'string' ? point : await point()
    const worded = new AppError(error.code, unavailableMessage(reached, error.problem === undefined), error.extra)
    worded.cause = error
    throw worded
  }
}

/**
 * Notifies the operator of each kind of problem at most once a day, no matter how many buyers are affected. Logs the
 * problem each time.
 */
export async function reportProviderError({ db, jobs, log }: ReportingDeps, error: unknown): Promise<void> {
  if (!(error instanceof ProviderUnavailable) || error.problem === undefined) return
  const { kind, sentence } = error.problem
  log.warn({ kind, problem: sentence }, 'Stripe rejected a request from the academy')
  try {
    await jobs.enqueue(
      db,
      notifyOperator,
      { sentence, facts: {} },
      { key: `provider:${kind}`, minIntervalSeconds: DAY_SECONDS },
    )
  } catch (problem) {
    log.error({ err: problem, problem: sentence }, 'a problem with Stripe could not be reported')
  }
}

/**
 * Runs a job that needs the card provider. While the provider can't be reached, the job is tried again. If the provider
 * rejects the request, the operator is notified.
 */
export async function runOrReport(deps: ReportingDeps, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    await reportProviderError(deps, error)
    if (error.problem === undefined) throw new UnavailableError('Stripe', error)
    throw new PermanentFailureError(error.problem.sentence, { cause: error })
  }
}
