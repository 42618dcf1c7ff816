import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { clientKeyFor } from './client-key.ts'

describe('a concurrency limit', () => {
  const LIMITS = {
    all: { running: 2, waiting: 6 },
    network: { running: 1, waiting: 3 },
    wider: { running: 1, waiting: 4 },
  }

  /** Creates tasks that finish one after another on demand. `done` lists them in the order in which they started. */
  function gated() {
    const pass = createConcurrencyLimit(LIMITS)
    const done: string[] = []
    const ends: (() => void)[] = []
    const send = (address: string, name = address) =>
      pass(clientKeyFor(address), async () => {
        done.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
        return name
      })
    const endAll = async () => {
      for (let end = ends.shift(); end; end = ends.shift()) {
        end()
        await setImmediate()
      }
    }
    return { pass, send, done, endAll }
  }

  test('runs one task per address at a time, queues three, and rejects the rest', async () => {
    const { send, done, endAll } = gated()
    const sent = Array.from({ length: 6 }, (_, n) => send('10.0.0.1', `${n}`))
    await setImmediate()
    expect(done).toEqual(['0'])
    await endAll()
    expect((await Promise.all(sent)).map((each) => each?.result)).toEqual(['0', '1', '2', '3', undefined, undefined])
  })

  test('takes turns between addresses, however many tasks one of them has queued', async () => {
    const { send, done, endAll } = gated()
    const flood = Array.from({ length: 4 }, (_, n) => send('10.0.0.1', `flood ${n}`))
    const others = ['10.0.0.2', '10.0.0.3', '10.0.0.4'].map((address) => send(address))
    await setImmediate()
    expect(done).toEqual(['flood 0', '10.0.0.2'])
    await endAll()
    await Promise.all([...flood, ...others])
    expect(done.slice(2)).toEqual(['flood 1', '10.0.0.3', '10.0.0.4', 'flood 2', 'flood 3'])
  })

  test('counts the networks of one IPv6 /48 together, too', async () => {
    const { send, done, endAll } = gated()
    const sent = Array.from({ length: 6 }, (_, n) => send(`2001:db8:1:${n}::1`, `${n}`))
    await setImmediate()
    expect(done).toEqual(['0'])
    await endAll()
    expect((await Promise.all(sent)).map((each) => each?.result)).toEqual(['0', '1', '2', '3', '4', undefined])
  })

  test('when full, admits a client with nothing queued by dropping from the longest queue', async () => {
    const { send, endAll } = gated()
    const flood = [1, 2].flatMap((host) => Array.from({ length: 4 }, (_, n) => send(`10.0.0.${host}`, `${host}.${n}`)))
    const other = send('10.0.0.3')
    await setImmediate()
    await endAll()
    expect((await other)?.result).toBe('10.0.0.3')
    const gone = (await Promise.all(flood)).filter((each) => each === undefined)
    expect(gone).toHaveLength(1)
  })

  test('continues after a task fails', async () => {
    const { pass } = gated()
    const place = clientKeyFor('10.0.0.1')
    await expect(pass(place, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await pass(place, () => Promise.resolve('done'))).toEqual({ result: 'done' })
  })
})
