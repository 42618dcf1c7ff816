import { mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'
import { sendFile } from './send-file.ts'

const PATIENCE_MS = 400

/** Starts a server with one file that is larger than the system's buffers for a connection. */
async function asking() {
  const folder = await mkdtemp(path.join(tmpdir(), 'send-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const place = path.join(folder, 'long.mp4')
  await writeFile(place, '')
  await truncate(place, 256 * 1024 * 1024)
  const state = { sending: 0, begun: 0 }
  const app = Fastify()
  app.get('/', async (request, reply) => {
    state.sending += 1
    state.begun += 1
    await sendFile(request, reply, { place, etag: '"long"' })
    state.sending -= 1
    return reply
  })
  app.server.setTimeout(PATIENCE_MS)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const port = Number(new URL(app.listeningOrigin).port)
  const ask = (requests: string) => {
    const browser = connect(port, '127.0.0.1')
    browser.on('error', () => {})
    onTestFinished(() => void browser.destroy())
    browser.write(requests)
    return browser
  }
  return { place, state, ask }
}

const HEADERS = ' / HTTP/1.1\r\nhost: academy\r\n\r\n'

async function watching() {
  const { state, ask } = await asking()
  const browser = ask(`GET${HEADERS}`)
  const isSending = () => state.sending > 0
  await expect.poll(isSending).toBe(true)
  return { browser, isSending }
}

test('disconnects a client that reads nothing after a minute', async () => {
  expect((await testAcademy()).app.server.timeout).toBe(60_000)
  const { browser, isSending } = await watching()
  browser.pause()
  await expect.poll(isSending, { timeout: 5_000 }).toBe(false)
})

test('a slow client gets the whole file', async () => {
  const { browser, isSending } = await watching()
  for (const end = Date.now() + 4 * PATIENCE_MS; Date.now() < end; await sleep(20)) readSome(browser)
  expect(isSending()).toBe(true)
})

test.each([
  ['hangs up', 'GET', (browser: Socket) => void setTimeout(() => browser.destroy(), 30)],
  ['ends its side and keeps reading', 'GET', (browser: Socket) => void browser.resume().end()],
  [
    'pipelines requests and hangs up',
    'GET,HEAD,GET',
    (browser: Socket) => void setTimeout(() => browser.destroy(), 30),
  ],
  [
    'pipelines HEAD and GET and hangs up',
    'HEAD,GET',
    (browser: Socket) => void setTimeout(() => browser.destroy(), 30),
  ],
])('closes the file when a client %s', async (_, methods, leave) => {
  const { place, state, ask } = await asking()
  // Faking only `setTimeout` leaves network timeouts real, because they don't use this function.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const requests = methods.split(',')
  for (let times = 0; times < 10; times += 1) leave(ask(requests.map((method) => `${method}${HEADERS}`).join('')))
  await expect.poll(() => state.begun).toBe(10 * requests.length)
  expect(await opened(place)).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  await expect.poll(() => state.sending, { timeout: 5_000 }).toBe(0)
  // Within this time, the server would send the next chunk to a client that is still connected.
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(() => opened(place)).toBe(0)
})

/** Returns how many of this process's file descriptors point to the file. */
async function opened(place: string): Promise<number> {
  const all = await readdir('/proc/self/fd')
  const places = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => undefined)))
  return places.filter((each) => each === place).length
}

function readSome(browser: Socket): void {
  browser.once('data', () => browser.pause())
  browser.resume()
}
