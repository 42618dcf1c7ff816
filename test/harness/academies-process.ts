import { readConfig } from '#platform/config.ts'
import { serveAcademy } from '../../src/start.ts'
import type { HostResponse, HostRequest } from './hosted-academy.ts'

// A process that opens and closes academies for the tests of one worker: see hosted-academy.ts.

const closing = new Map<number, () => Promise<void>>()

process.on('message', (asked: HostRequest) => void answer(asked))
// The worker has exited.
process.on('disconnect', () => process.exit())

async function answer({ id, environment }: HostRequest): Promise<void> {
  const answered: HostResponse = await act(id, environment).then(
    () => ({ id }),
    (error: unknown) => ({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  process.send?.(answered)
}

async function act(id: number, environment: HostRequest['environment']): Promise<void> {
  if (environment) {
    const { close } = await serveAcademy(readConfig(environment), { isHot: false })
    closing.set(id, close)
  } else {
    await closing.get(id)?.()
    closing.delete(id)
  }
}
