import type { Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, register } from 'prom-client'

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]
// A process that is too busy to respond must not delay the metrics of the other processes.
const TIMEOUT_MS = 1_000

let requestCount = 0

/** Runs in a worker. Asks the primary process for the combined metrics of all workers. */
export async function requestClusterMetrics(): Promise<string> {
  const id = `${process.pid}-${++requestCount}`
  const answer = new Promise<string>((resolve) => {
    const listen = (message: unknown) => {
      if (!isMessage(message, 'metrics') || message.id !== id) return
      process.off('message', listen)
      resolve(String(message.metrics))
    }
    process.on('message', listen)
  })
  process.send?.({ askMetrics: true, id })
  return answer
}

/** Runs in a worker. Reports the worker's own metrics when the primary process asks. */
export function reportWorkerMetrics(): void {
  process.on('message', (message: unknown) => {
    if (!isMessage(message, 'askFigures')) return
    void register.getMetricsAsJSON().then((figures) => process.send?.({ figures, id: message.id }))
  })
}

/** Runs in the primary process. Answers a worker's request for the metrics of all workers. */
export async function handleMetricsRequest(asker: Worker, message: unknown, serving: readonly Worker[]): Promise<void> {
  if (!isMessage(message, 'askMetrics')) return
  const answers = await Promise.all(serving.map((worker) => getWorkerMetrics(worker, String(message.id))))
  const metrics = await AggregatorRegistry.aggregate(answers).metrics()
  if (asker.isConnected()) asker.send({ metrics, id: message.id })
}

function getWorkerMetrics(worker: Worker, id: string): Promise<WorkerMetrics> {
  if (!worker.isConnected()) return Promise.resolve([])
  return new Promise((resolve) => {
    const end = (figures: WorkerMetrics) => {
      clearTimeout(late)
      worker.off('message', listen)
      resolve(figures)
    }
    // The listener stays until the response arrives, because a one-time listener could miss the second of two messages
    // that arrive together.
    const listen = (message: unknown) => {
      if (isMessage(message, 'figures') && message.id === id) end(message.figures as WorkerMetrics)
    }
    const late = setTimeout(end, TIMEOUT_MS, [])
    worker.on('message', listen)
    worker.send({ askFigures: true, id })
  })
}

function isMessage<Name extends string>(
  message: unknown,
  name: Name,
): message is { id: unknown } & Record<Name, unknown> {
  return typeof message === 'object' && message !== null && name in message && 'id' in message
}
