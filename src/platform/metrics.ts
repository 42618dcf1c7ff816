import cluster from 'node:cluster'
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client'
import { requestClusterMetrics } from './cluster-metrics.ts'

collectDefaultMetrics()

export const METRICS_TYPE = register.contentType

export const requestSeconds = new Histogram({
  name: 'academy_request_seconds',
  help: 'Duration of requests, by route.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
})

export const cachedReplies = new Counter({
  name: 'academy_kept_replies_total',
  help: 'Requests answered from the cache. They are not timed or counted with the others.',
})

export const paymentsSettled = new Counter({
  name: 'academy_payments_settled_total',
  help: 'Purchases paid.',
})

export const jobsProcessed = new Counter({
  name: 'academy_jobs_worked_total',
  help: 'Completed jobs, and failed attempts.',
  labelNames: ['job', 'result'],
})

export const mailsSent = new Counter({
  name: 'academy_mails_total',
  help: 'Emails accepted and rejected by the mail server.',
  labelNames: ['result'],
})

type Pool = { totalCount: number; idleCount: number; waitingCount: number; queuedCount: number }

/** Reports how many database connections of this process are open and idle, and how many requests wait for one. */
export function watchPool(pool: Pool): void {
  gauge('academy_database_connections', {
    help: 'Database pool: open connections, idle connections, and requests waiting for one.',
    label: 'state',
    aggregator: 'sum',
    read: async () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount + pool.queuedCount }),
  })
}

type WatchedJobs = {
  backlog(): Promise<{ name: string; waiting: number; oldestSeconds: number }[]>
  failed(): Promise<{ count: number }[]>
}

/** Reports the jobs in the queue, which all processes share. */
export function watchJobs(jobs: WatchedJobs): void {
  gauge('academy_jobs', {
    help: 'Jobs in the database: waiting, and failed permanently.',
    label: 'state',
    aggregator: 'max',
    read: async () => ({
      waiting: sum((await jobs.backlog()).map(({ waiting }) => waiting)),
      failed: sum((await jobs.failed()).map(({ count }) => count)),
    }),
  })
  gauge('academy_jobs_waiting', {
    help: 'Waiting jobs, by kind.',
    label: 'job',
    aggregator: 'max',
    read: async () => Object.fromEntries((await jobs.backlog()).map(({ name, waiting }) => [name, waiting])),
  })
  gauge('academy_jobs_oldest_seconds', {
    help: 'Age of the oldest unfinished job, by kind; 0 if there is none.',
    label: 'job',
    aggregator: 'max',
    read: async () =>
      Object.fromEntries((await jobs.backlog()).map(({ name, oldestSeconds }) => [name, oldestSeconds])),
  })
}

/** Reports the active alerts, which all processes share. */
export function watchAlerts(read: () => Promise<Record<string, number>>): void {
  gauge('academy_alert', {
    help: 'Active alerts, by name: 1 while active.',
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
  // If the process starts a second academy, as tests do, the metrics then come from that one.
  register.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    labelNames: [label],
    aggregator,
    async collect() {
      // While the database is down, all other metrics must still be readable.
      const values = await read().catch(() => ({}))
      for (const [state, value] of Object.entries(values)) this.set({ [label]: state }, value)
    },
  })
}

/** Returns the metrics of all processes behind this port, as Prometheus text. */
export function renderMetrics(): Promise<string> {
  return cluster.isWorker ? requestClusterMetrics() : register.metrics()
}
