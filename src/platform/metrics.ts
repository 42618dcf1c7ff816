import cluster from 'node:cluster'
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client'
import { requestClusterMetrics } from './cluster-metrics.ts'

collectDefaultMetrics()

export const METRICS_TYPE = register.contentType

export const requestSeconds = new Histogram({
  name: 'academy_request_seconds',
  help: 'How long requests took, by the address as declared, not as called.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
})

export const cachedReplies = new Counter({
  name: 'academy_kept_replies_total',
  help: 'Requests that were answered with what was kept: too soon to be timed, they are not among the others.',
})

export const paymentsSettled = new Counter({
  name: 'academy_payments_settled_total',
  help: 'Purchases that became paid.',
})

export const jobsProcessed = new Counter({
  name: 'academy_jobs_worked_total',
  help: 'Jobs that were done, and tries of jobs that failed.',
  labelNames: ['job', 'result'],
})

export const mailsSent = new Counter({
  name: 'academy_mails_total',
  help: 'Mails that were handed to the mail server, and those it did not take.',
  labelNames: ['result'],
})

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Reports how busy this process's connections are. */
export function watchPool(pool: Pool): void {
  gauge('academy_database_connections', {
    help: 'Connections of the pool: open, idle, and requests that wait for one.',
    label: 'state',
    aggregator: 'sum',
    read: async () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
}

type WatchedJobs = {
  backlog(): Promise<{ name: string; waiting: number; oldestSeconds: number }[]>
  failed(): Promise<{ count: number }[]>
}

/** Reports the queue backlog, which all processes share. */
export function watchJobs(jobs: WatchedJobs): void {
  gauge('academy_jobs', {
    help: 'Jobs in the database: waiting, and failed for good.',
    label: 'state',
    aggregator: 'max',
    read: async () => ({
      waiting: sum((await jobs.backlog()).map(({ waiting }) => waiting)),
      failed: sum((await jobs.failed()).map(({ count }) => count)),
    }),
  })
  gauge('academy_jobs_waiting', {
    help: 'Jobs that nobody has in hand, by their kind.',
    label: 'job',
    aggregator: 'max',
    read: async () => Object.fromEntries((await jobs.backlog()).map(({ name, waiting }) => [name, waiting])),
  })
  gauge('academy_jobs_oldest_seconds', {
    help: 'How long ago the oldest job was stored that is not done yet, by its kind; 0 where all are done.',
    label: 'job',
    aggregator: 'max',
    read: async () =>
      Object.fromEntries((await jobs.backlog()).map(({ name, oldestSeconds }) => [name, oldestSeconds])),
  })
}

/** Reports what currently needs attention, which all processes share. */
export function watchAlerts(read: () => Promise<Record<string, number>>): void {
  gauge('academy_alert', {
    help: 'What needs somebody right now, by its name: 1 from when it was found until it is over.',
    label: 'name',
    aggregator: 'max',
    read,
  })
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

type GaugeOptions = {
  help: string
  label: string
  aggregator: 'sum' | 'max'
  read: () => Promise<Record<string, number>>
}

function gauge(name: string, { help, label, aggregator, read }: GaugeOptions): void {
  // A second academy in the same process, as in tests, takes over the metrics.
  register.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    labelNames: [label],
    aggregator,
    async collect() {
      // While the database is down, all other metrics are still readable.
      const values = await read().catch(() => ({}))
      for (const [state, value] of Object.entries(values)) this.set({ [label]: state }, value)
    },
  })
}

/** The Prometheus text of all processes behind this port. */
export function renderMetrics(): Promise<string> {
  return cluster.isWorker ? requestClusterMetrics() : register.metrics()
}
