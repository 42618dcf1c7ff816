import { once } from 'node:events'
import type { Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, register } from 'prom-client'

type Figures = MetricObjectWithValues<MetricValue<string>>[]
// A process that is too busy to answer must not keep the figures of the others back.
const PATIENCE_MS = 1_000

let asked = 0

/** In a worker: the first process asks all workers and answers with their figures added up. */
export async function askAll(): Promise<string> {
  const id = `${process.pid}-${++asked}`
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

/** In a worker: tells its own figures when the first process asks. */
export function tellFigures(): void {
  process.on('message', (message: unknown) => {
    if (!isMessage(message, 'askFigures')) return
    void register.getMetricsAsJSON().then((figures) => process.send?.({ figures, id: message.id }))
  })
}

/** In the first process: answers workers that ask for the figures of all. */
export async function answerMetrics(asker: Worker, message: unknown, serving: readonly Worker[]): Promise<void> {
  if (!isMessage(message, 'askMetrics')) return
  const answers = await Promise.all(serving.map((worker) => figuresOf(worker, String(message.id))))
  const metrics = await AggregatorRegistry.aggregate(answers).metrics()
  if (asker.isConnected()) asker.send({ metrics, id: message.id })
}

async function figuresOf(worker: Worker, id: string): Promise<Figures> {
  const late = new AbortController()
  async function answer(): Promise<Figures> {
    for (;;) {
      const [message] = (await once(worker, 'message', { signal: late.signal })) as unknown[]
      if (isMessage(message, 'figures') && message.id === id) return message.figures as Figures
    }
  }
  try {
    if (!worker.isConnected()) return []
    worker.send({ askFigures: true, id })
    return await Promise.race([answer(), sleep(PATIENCE_MS, [])])
  } finally {
    late.abort()
  }
}

function isMessage<Name extends string>(
  message: unknown,
  name: Name,
): message is { id: unknown } & Record<Name, unknown> {
  return typeof message === 'object' && message !== null && name in message && 'id' in message
}
