import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss'
import { UnavailableError } from '#shared/unavailable-error.ts'
import type { JobData, Job } from '#shared/job.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { pollDueJobs } from './due-jobs.ts'
import { describeErrorCodes } from './database-errors.ts'
import {
  BACKLOG_SQL,
  FAILED_QUEUE,
  FAILED_JOBS_SQL,
  type JobOptions,
  matchesQueueOptions,
  QUEUE_OPTIONS,
  toSendOptions,
  YEAR_SECONDS,
} from './job-queues.ts'
import { runAsJob } from './current-job.ts'
import { createJobsConnections } from './jobs-connections.ts'
import type { Executor } from './open-database.ts'
import { GIVE_UP_SOON_SQL, IS_REFUSED_SQL, PROBE_SQL, MAX_TRIES_OF_REFUSED } from './refused-jobs.ts'
import { hasJobs } from './stored-jobs.ts'
import { createOutageRetry } from './outage-retry.ts'

/**
 * The unfinished jobs of one kind. `waiting` jobs are not running. `failing` jobs have failed and are being retried.
 * `oldestSeconds` is the age of the oldest unfinished job. `untriedSeconds` is the age of the oldest one that has not
 * failed yet. Both are 0 if there is none.
 */
export type Backlog = { name: string; waiting: number; oldestSeconds: number; untriedSeconds: number; failing: number }

export type Jobs = {
  /** Registers the handler of a job. Call this before `start`. Every attempt of a job has the same `id`. */
  handle<J extends Job>(job: J, handler: (data: JobData<J>, id: string) => Promise<void>): void
  /** Registers a job that runs at each time of `cron` (UTC), once for all processes. Call this before `start`. */
  repeat(job: Job, cron: string, handler: () => Promise<void>): void
  /** Stores a job that runs only if the caller's transaction commits, and not before `startAfter`. */
  enqueue<J extends Job>(tx: Executor, job: J, data: JobData<J>, options?: JobOptions): Promise<void>
  /** Stores many jobs of one kind in the same way, in one statement. `delay` returns the seconds that each one waits. */
  enqueueAll<J extends Job>(tx: Executor, job: J, all: JobData<J>[], delay?: (index: number) => number): Promise<void>
  /** Creates the queues. With `work`, this process also runs jobs. */
  start(options: { work: boolean }): Promise<void>
  /** Runs all jobs that are due now in this process. For tests. */
  runDue(): Promise<void>
  isReady(): boolean
  /** Returns the unfinished jobs of each kind that is handled here or has jobs waiting. Call this after `start`. */
  backlog(): Promise<Backlog[]>
  /** Counts the permanently failed jobs that wait for `retryFailed`, by job name. Call this after `start`. */
  failed(): Promise<{ name: string; count: number }[]>
  /** Retries all permanently failed jobs and returns how many there were. Call this after `start`. */
  retryFailed(): Promise<number>
  stop(): Promise<void>
}

/** The number of concurrent jobs per kind and process. A slow job doesn't block any others. */
const CONCURRENCY = 4
/** How often each worker polls for jobs that `pollDueJobs` missed. There are at most two hundred workers. */
const POLL_INTERVAL_SECONDS = 30
// It counts as an outage if at least three different jobs of a kind failed and none succeeded for at least a minute.
const OUTAGE_MIN_FAILURES = 3
const OUTAGE_MIN_MS = 60_000
// During an outage, one job is retried early at this interval, so that all jobs run soon after the outage ends. This
// lasts at most four days. After that, jobs that can never succeed use up their own attempts.
const PROBE_EVERY_MS = 20_000
const DEAD_JOB_CHECK_SECONDS = 10

export type FailedJobs = { name: string; count: number }

/** Like `backlog` and `failed` of `Jobs`, but only reads. It neither opens a queue nor creates anything. */
export async function readJobStatus(db: Executor): Promise<{ backlog: Backlog[]; failed: FailedJobs[] }> {
  if (!(await hasJobs(db))) return { backlog: [], failed: [] }
  const { rows: backlog } = await db.execute<Backlog>(sql.raw(BACKLOG_SQL))
  const { rows: failed } = await db.execute<FailedJobs>(sql.raw(FAILED_JOBS_SQL))
  return { backlog, failed }
}

type Run = (data: unknown, id: string) => Promise<void>
type Handlers = Map<string, { job: Job; run: Run; cron?: string }>

/** Opens the queues. Over the caller's pool, workers get no notifications and have to poll for jobs. */
export function openJobs(
  database: string | pg.Pool,
  onError: (error: Error) => void,
  onAttempt: (job: string, result: 'done' | 'failed') => void = () => {},
): Jobs {
  const boss = new PgBoss({
    ...createJobsConnections(database),
    superviseIntervalSeconds: DEAD_JOB_CHECK_SECONDS,
    monitorIntervalSeconds: DEAD_JOB_CHECK_SECONDS,
  })
  boss.on('error', onError)
  const handlers: Handlers = new Map()
  let isStarted = false
  let opening: Promise<unknown> | undefined
  let stopping = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const wakers = new Map<string, () => void>()

  const unlessAway = createOutageRetry((error) =>
    onError(new Error(`${error.what} can't be used; jobs wait until it can`, { cause: error.cause })),
  )

  /**
   * Starts the workers for a kind of job. There is one worker until the first job arrives. If all workers are busy, the
   * next job waits in the database. A worker that starts a job wakes up the others, so that they check for more.
   */
  async function work(name: string, run: Run): Promise<void> {
    const workers: string[] = []
    const failedInARow = new Set<string>()
    let lastDone = performance.now()
    const areAllFailing = () => failedInARow.size >= OUTAGE_MIN_FAILURES && performance.now() - lastDone > OUTAGE_MIN_MS
    timers.push(setInterval(() => void (areAllFailing() && ask(PROBE_SQL, [name])), PROBE_EVERY_MS).unref())

    async function attempt({ id, data, signal, sourceRootId }: JobWithMetadata): Promise<void> {
      wake()
      hireOthers()
      const runJob = () => runAsJob({ id: sourceRootId ?? id, name }, () => run(data, id))
      try {
        await unlessAway(name, () => counted(name, runJob()), AbortSignal.any([signal, stopping.signal]))
      } catch (error) {
        failedInARow.add(id)
        if (error instanceof PermanentFailureError) await giveUpSoon(name, id, error)
        else if (!(error instanceof UnavailableError))
          onError(new Error(`The job ${name} failed; it is tried again later`, { cause: error }))
        // The queue stores this text for up to a year, so it must not contain a statement with its values.
        throw new Error(`It failed (${describeErrorCodes(error)}); the log tells more.`)
      }
      const wereAllFailing = areAllFailing()
      failedInARow.clear()
      lastDone = performance.now()
      if (wereAllFailing) await tryAgainNow(name)
    }

    const wake = () => {
      for (const worker of workers) boss.notifyWorker(worker)
    }
    const hire = async () => {
      const options = {
        pollingIntervalSeconds: POLL_INTERVAL_SECONDS,
        notifyPollingIntervalSeconds: POLL_INTERVAL_SECONDS,
        includeMetadata: true as const,
      }
      workers.push(await boss.work(name, options, async ([due]: JobWithMetadata[]) => due && attempt(due)))
    }
    let isAlone = true
    const hireOthers = () => {
      if (!isAlone) return
      isAlone = false
      for (let others = 1; others < CONCURRENCY; others += 1)
        void hire().catch((error: Error) => stopping.signal.aborted || onError(error))
    }
    wakers.set(name, wake)
    await hire()
  }

  function opened(): Promise<unknown> {
    opening ??= boss.start().catch((error: unknown) => {
      // After a failure, the next caller tries again.
      opening = undefined
      throw error
    })
    return opening
  }

  /** Creates the queue for failed jobs. It must exist before all other queues, because they refer to it. */
  function makeFailedQueue(): Promise<void> {
    return boss.createQueue(FAILED_QUEUE, { retentionSeconds: YEAR_SECONDS })
  }

  /**
   * Creates missing queues and corrects those with other options. Usually, all queues are correct. Two statements check
   * that, while creating them again would take three statements per queue.
   */
  async function makeQueues(): Promise<void> {
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    const times = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
    if (!queues.has(FAILED_QUEUE)) await makeFailedQueue()
    for (const [name, { cron }] of handlers) {
      const queue = queues.get(name)
      if (!queue) await boss.createQueue(name, QUEUE_OPTIONS)
      else if (!matchesQueueOptions(queue)) await boss.updateQueue(name, QUEUE_OPTIONS)
      if (cron !== undefined && times.get(name) !== cron) await boss.schedule(name, cron)
    }
  }

  async function counted(name: string, attempt: Promise<void>): Promise<void> {
    try {
      await attempt
      onAttempt(name, 'done')
    } catch (error) {
      onAttempt(name, 'failed')
      throw error
    }
  }

  /** Runs a statement for retries. If it fails, jobs are retried at their own time. */
  async function ask(statement: string, values: unknown[]): Promise<unknown[]> {
    const { rows } = await boss
      .getDb()
      .executeSql(statement, values)
      .catch((error: Error) => {
        if (!stopping.signal.aborted) onError(error)
        return { rows: [] }
      })
    return rows
  }

  async function tryAgainNow(name: string): Promise<void> {
    await ask(
      `update pgboss.job set start_after = now()
        where name = $1 and state = 'retry' and start_after > now() and not ${IS_REFUSED_SQL}`,
      [name],
    )
  }

  async function giveUpSoon(name: string, id: string, refusal: PermanentFailureError): Promise<void> {
    const [row] = (await ask(GIVE_UP_SOON_SQL, [id, MAX_TRIES_OF_REFUSED])) as { isLast: boolean }[]
    const what = row?.isLast
      ? 'failed permanently; to run it again: npm run academy -- retry-jobs'
      : 'was rejected and will be retried a few more times'
    onError(new Error(`The job ${name} ${what}`, { cause: refusal }))
  }

  /** Creates the queue of a job if a command stores the job before any server has started. */
  async function haveQueue(job: Job): Promise<void> {
    if (isStarted) return
    await opened()
    await makeFailedQueue()
    await boss.createQueue(job.name, QUEUE_OPTIONS)
  }

  return {
    handle(job, handler) {
      handlers.set(job.name, { job, run: (data, id) => handler(job.data.parse(data) as JobData<typeof job>, id) })
    },
    repeat(job, cron, handler) {
      handlers.set(job.name, { job, run: handler, cron })
    },
    async enqueue(tx, job, data, options) {
      await haveQueue(job)
      const id = await boss.send(job.name, data, { db: fromDrizzle(tx, sql), ...toSendOptions(options) })
      if (id === null && !(options && 'key' in options)) throw new Error(`The job ${job.name} was not stored`)
    },
    async enqueueAll(tx, job, all, delay = () => 0) {
      if (all.length === 0) return
      await haveQueue(job)
      const jobs = all.map((data, index) => ({ data: data as object, startAfter: delay(index) }))
      const ids = await boss.insert(job.name, jobs, { db: fromDrizzle(tx, sql), returnId: true })
      if (ids?.length !== all.length) throw new Error(`Not all jobs ${job.name} were stored`)
    },
    async start(options) {
      stopping = new AbortController()
      await opened()
      await makeQueues()
      if (options.work) {
        for (const [name, { run }] of handlers) await work(name, run)
        timers.push(pollDueJobs(wakers, ask))
      }
      isStarted = true
    },
    async runDue() {
      for (const [name, { run }] of handlers) {
        const next = async () => (await boss.fetch(name, { includeMetadata: true }))[0]
        for (let due = await next(); due; due = await next()) {
          const { id, data, sourceRootId } = due
          await runAsJob({ id: sourceRootId ?? id, name }, () => run(data, id))
          await boss.complete(name, id)
        }
      }
    },
    isReady: () => isStarted,
    async backlog() {
      const { rows } = await boss.getDb().executeSql(BACKLOG_SQL, [])
      const found = rows as Backlog[]
      const idle = [...handlers.keys()].filter((name) => !found.some((some) => some.name === name))
      return [...found, ...idle.map((name) => ({ name, waiting: 0, oldestSeconds: 0, untriedSeconds: 0, failing: 0 }))]
    },
    async failed() {
      return (await boss.previewRedrive(FAILED_QUEUE)).destinations
    },
    async retryFailed() {
      let all = 0
      for (let some = await boss.redrive(FAILED_QUEUE); some > 0; some = await boss.redrive(FAILED_QUEUE)) all += some
      return all
    },
    async stop() {
      stopping.abort()
      for (const timer of timers.splice(0)) clearInterval(timer)
      if (opening !== undefined) await boss.stop({ graceful: true, timeout: 8_000 })
      opening = undefined
      isStarted = false
      wakers.clear()
    },
  }
}
