import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { DataOf, Job } from '#shared/job.ts'
import type { Executor } from './open.ts'

/** Jobs with this key are stored at most once in so many seconds; further ones are left out. */
export type Pause = { key: string; atMostEvery: number }

export type Jobs = {
  /** Says what to do for a job; before `start`. */
  handle<J extends Job>(job: J, handler: (data: DataOf<J>) => Promise<void>): void
  /** Writes the job in the caller's transaction: it will run exactly when that commits. */
  enqueue<J extends Job>(tx: Executor, job: J, data: DataOf<J>, pause?: Pause): Promise<void>
  /** Makes the queues; with `work` this process runs jobs too. */
  start(options: { work: boolean }): Promise<void>
  /** Runs everything that is due, now, in this process; for tests. */
  runDue(): Promise<void>
  isReady(): boolean
  /** How many jobs wait in the database, and how many have failed for good. */
  counts(): Promise<{ waiting: number; failed: number }>
  /** What has failed for good and waits for `retryFailed`, by the job's name; after `start`. */
  failed(): Promise<{ name: string; count: number }[]>
  /** Puts all of it into its queues again; returns how many. After `start`. */
  retryFailed(): Promise<number>
  stop(): Promise<void>
}

/** Where jobs lie that have failed for good: nobody works them until they are put into their own queues again. */
const FAILED = 'failed-jobs'
const YEAR_SECONDS = 365 * 24 * 60 * 60

// A mail server may be away over a long weekend: tried for about four days, the later times an hour apart. The heartbeat
// tells within seconds that a process was killed with a job in its hands.
const QUEUE = {
  notify: true,
  retryLimit: 100,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60 * 60,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  deadLetter: FAILED,
}
const LOOK_FOR_DEAD_EVERY_SECONDS = 10

type Handlers = Map<string, { job: Job; run: (data: unknown) => Promise<void> }>

export function openJobs(
  connectionString: string,
  onError: (error: Error) => void,
  onAttempt: (job: string, result: 'done' | 'failed') => void = () => {},
): Jobs {
  const boss = new PgBoss({
    connectionString,
    useListenNotify: true,
    max: 4,
    application_name: 'academy-jobs',
    superviseIntervalSeconds: LOOK_FOR_DEAD_EVERY_SECONDS,
    monitorIntervalSeconds: LOOK_FOR_DEAD_EVERY_SECONDS,
  })
  boss.on('error', onError)
  const handlers: Handlers = new Map()
  let isStarted = false

  /** A job that fails is tried again, but its operator must hear of it: the queue itself keeps that in a table. */
  async function attempt(name: string, work: Promise<void>): Promise<void> {
    try {
      await work
      onAttempt(name, 'done')
    } catch (error) {
      onAttempt(name, 'failed')
      onError(new Error(`The job ${name} failed; it is tried again later`, { cause: error }))
      throw error
    }
  }

  return {
    handle(job, handler) {
      handlers.set(job.name, { job, run: (data) => handler(job.data.parse(data) as DataOf<typeof job>) })
    },
    async enqueue(tx, job, data, pause) {
      const once = pause && { singletonKey: pause.key, singletonSeconds: pause.atMostEvery }
      const id = await boss.send(job.name, data, { db: fromDrizzle(tx, sql), ...once })
      if (id === null && !pause) throw new Error(`The job ${job.name} was not stored`)
    },
    async start({ work }) {
      await boss.start()
      await boss.createQueue(FAILED, { retentionSeconds: YEAR_SECONDS })
      for (const [name, { run }] of handlers) {
        await boss.createQueue(name, QUEUE)
        await boss.updateQueue(name, QUEUE)
        if (work)
          await boss.work(name, { pollingIntervalSeconds: 2 }, async ([due]) => due && attempt(name, run(due.data)))
      }
      isStarted = true
    },
    async runDue() {
      for (const [name, { run }] of handlers) {
        for (let due = await boss.fetch(name); due[0]; due = await boss.fetch(name)) {
          await run(due[0].data)
          await boss.complete(name, due[0].id)
        }
      }
    },
    isReady: () => isStarted,
    async counts() {
      const queues = isStarted ? await boss.getQueues() : []
      const waitingIn = (isFailed: boolean) =>
        queues
          .filter(({ name }) => (name === FAILED) === isFailed)
          .reduce((total, { queuedCount }) => total + Number(queuedCount), 0)
      return { waiting: waitingIn(false), failed: waitingIn(true) }
    },
    async failed() {
      return (await boss.previewRedrive(FAILED)).destinations
    },
    async retryFailed() {
      let all = 0
      for (let some = await boss.redrive(FAILED); some > 0; some = await boss.redrive(FAILED)) all += some
      return all
    },
    async stop() {
      if (isStarted) await boss.stop({ graceful: true, timeout: 8_000 })
      isStarted = false
    },
  }
}
