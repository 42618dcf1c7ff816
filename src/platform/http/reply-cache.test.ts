import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DatabaseConnectionError } from '#db/database-errors.ts'
import { isCompressedReply, createReplyCache } from './reply-cache.ts'
import type { RenderedReply } from './public-reply.ts'

/** Creates a catalog that changes on demand. */
function watched() {
  const watch = {
    serial: 1,
    changedAt: -Infinity,
    sure: true,
    isSure: () => watch.sure,
    change() {
      watch.serial += 1
      watch.changedAt = performance.now()
    },
  }
  return watch satisfies Parameters<typeof createReplyCache>[0]
}

const page = (body: string, more: Partial<RenderedReply> = {}): RenderedReply => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body,
  isPublic: true,
  ...more,
})

/** Creates responses with consecutive numbers. After `close`, each response waits until `open` is called. */
function maker(more: Partial<RenderedReply> = {}) {
  let times = 0
  let pending = Promise.resolve()
  return {
    times: () => times,
    make: async () => {
      times += 1
      const body = `made ${times}`
      await pending
      return page(body, more)
    },
    close: () => {
      let open = () => {}
      pending = new Promise((resolve) => (open = resolve))
      return () => open()
    },
  }
}

describe('a cached reply', () => {
  test('is created once for any number of requests, and again only after a change', async () => {
    const watch = watched()
    const cache = createReplyCache(watch)
    const { make, times } = maker()
    const first = await Promise.all(Array.from({ length: 50 }, () => cache.answer('/', make)))
    expect(times()).toBe(1)
    expect(new Set(first).size).toBe(1)
    expect(cache.find('/')).toBe(first[0])
    await cache.answer('/', make)
    expect(times()).toBe(1)

    watch.change()
    expect(cache.find('/')).toBeUndefined()
    const second = await cache.answer('/', make)
    expect(times()).toBe(2)
    expect(second).not.toBe(first[0])
    expect(cache.find('/')).toBe(second)
  })

  test('is served briefly while another request waits for its replacement', async () => {
    const watch = watched()
    const cache = createReplyCache(watch)
    const { make, times, close } = maker()
    const old = await cache.answer('/', make)
    watch.change()
    const open = close()
    const first = cache.answer('/', make)
    const meanwhile = await Promise.all(Array.from({ length: 50 }, () => cache.answer('/', make)))
    expect(new Set(meanwhile)).toEqual(new Set([old]))
    expect(cache.find('/')).toBe(old)
    // Responses that are used to build others must be current.
    const current = cache.answer('/', make, 'current')
    await sleep(600)
    expect(cache.find('/')).toBeUndefined()
    const late = cache.answer('/', make)
    open()
    expect(new Set([await current, await late])).toEqual(new Set([await first]))
    expect(await first).not.toBe(old)
    expect(times()).toBe(2)
  })

  test('that was started before a change does not count as new', async () => {
    const watch = watched()
    const cache = createReplyCache(watch)
    const { make, times, close } = maker()
    const open = close()
    const first = cache.answer('/', make)
    watch.change()
    const current = cache.answer('/', make, 'current')
    open()
    expect(await current).not.toBe(await first)
    expect(times()).toBe(2)
    expect(cache.find('/')).toBe(await current)
  })

  test('is not used until the database confirms it, unless the database is down', async () => {
    const watch = watched()
    const cache = createReplyCache(watch)
    const { make, times } = maker()
    const old = await cache.answer('/', make)
    watch.sure = false
    expect(cache.find('/')).toBeUndefined()
    await cache.answer('/', make)
    expect(times()).toBe(2)

    const away = new DatabaseConnectionError('no connection', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    })
    const latest = await cache.answer('/', () => Promise.reject(away))
    expect(isCompressedReply(latest)).toBe(true)
    expect(await cache.answer('/', async () => page('sorry', { status: 503 }))).toBe(latest)
    watch.sure = true
    expect(cache.find('/')).toBe(latest)
    expect(latest).not.toBe(old)
    await expect(cache.answer('/other', () => Promise.reject(away))).rejects.toThrow('no connection')
  })

  test('has the same ETag in every process at any time', async () => {
    const watch = watched()
    const make = async () => page('the same')
    const one = await createReplyCache(watch).answer('/', make)
    const other = await createReplyCache(undefined).answer('/', make)
    expect(isCompressedReply(one) && isCompressedReply(other) && one.br.etag).toBe(
      isCompressedReply(other) && other.br.etag,
    )
    const changed = await createReplyCache(watch).answer('/', async () => page('the same', { headers: { a: 'b' } }))
    expect(isCompressedReply(changed) && changed.hash).not.toBe(isCompressedReply(one) && one.hash)
  })

  test('cached under another address is not cached under this one, too: addresses of missing things are unlimited', async () => {
    const cache = createReplyCache(watched())
    const { make, times } = maker({ status: 404 })
    const missing = () => cache.answer('none', make)
    const answers = [await cache.answer('/one', missing), await cache.answer('/two', missing), await missing()]
    expect(new Set(answers).size).toBe(1)
    expect([times(), answers.map((each) => isCompressedReply(each) && each.status)]).toEqual([1, [404, 404, 404]])
    expect([cache.find('/one'), cache.find('/two')]).toEqual([undefined, undefined])
  })
})

describe('does not cache', () => {
  test.each([400, 500, 503])('a reply with status %i', async (status) => {
    const cache = createReplyCache(watched())
    const { make, times } = maker({ status })
    await cache.answer('/', make)
    expect(cache.find('/')).toBeUndefined()
    await cache.answer('/', make)
    expect(times()).toBe(2)
  })

  test('a reply that is not public, which no other request gets', async () => {
    const cache = createReplyCache(watched())
    const { make, times } = maker({ isPublic: false })
    const answers = await Promise.all([cache.answer('/', make), cache.answer('/', make), cache.answer('/', make)])
    expect(times()).toBe(3)
    expect(new Set(answers).size).toBe(3)
    expect(cache.find('/')).toBeUndefined()
  })

  test('a reply that failed or was abandoned', async () => {
    const watch = watched()
    const cache = createReplyCache(watch)
    const { make } = maker()
    await cache.answer('/', make)
    watch.change()
    await expect(cache.answer('/', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    watch.serial -= 1
    expect(cache.find('/')).toBeUndefined()
  })

  test('beyond the limit of bytes: the most recently used entries stay', async () => {
    const cache = createReplyCache(watched(), { limitBytes: 10 * 5_000 })
    const { make } = maker()
    for (let number = 0; number < 1_000; number += 1) {
      await cache.answer(`/${number}`, make)
      cache.find('/0')
    }
    const left = Array.from({ length: 1_000 }, (_, number) => `/${number}`).filter((key) => cache.find(key))
    expect(left.length).toBeLessThanOrEqual(12)
    expect(left.length).toBeGreaterThan(5)
    expect(left).toContain('/0')
    expect(left).toContain('/999')
  })
})
