import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { handleMetricsRequest } from './cluster-metrics.ts'

const counter = {
  name: 'asked',
  help: 'How often',
  type: 'counter',
  aggregator: 'sum',
  values: [{ value: 1, labels: {} }],
}

/** Simulates a worker that answers two requests at once, as if both responses arrived in the pipe together. */
function twofoldWorker() {
  const asked: unknown[] = []
  const worker = Object.assign(new EventEmitter(), {
    replies: [] as { id: unknown; metrics: string }[],
    isConnected: () => true,
    send(message: { id: unknown; askFigures?: true; metrics?: string }) {
      if (message.metrics !== undefined) worker.replies.push({ id: message.id, metrics: message.metrics })
      if (!message.askFigures || asked.push(message.id) < 2) return true
      for (const id of asked) worker.emit('message', { figures: [counter], id })
      return true
    },
  })
  return worker
}

test('two concurrent requests for metrics both get those of every process', async () => {
  const workers = [twofoldWorker(), twofoldWorker()]
  const [asker] = workers
  const serving = workers as unknown as Worker[]
  await Promise.all(
    ['one', 'two'].map((id) => handleMetricsRequest(asker as unknown as Worker, { askMetrics: true, id }, serving)),
  )
  expect(asker?.replies.map(({ id }) => id).toSorted()).toEqual(['one', 'two'])
  for (const { metrics } of asker?.replies ?? []) expect(metrics).toContain('asked 2')
  expect(workers.map((worker) => worker.listenerCount('message'))).toEqual([0, 0])
})
