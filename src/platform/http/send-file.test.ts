import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'
import { sendFile } from './send-file.ts'

const PATIENCE_MS = 400

/** A server of one file that is longer than what a system buffers for a connection, and a browser that has asked for it. */
async function asking() {
  const folder = await mkdtemp(path.join(tmpdir(), 'send-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const place = path.join(folder, 'long.mp4')
  await writeFile(place, '')
  await truncate(place, 256 * 1024 * 1024)
  const state = { isSending: false }
  const app = Fastify()
  app.get('/', async (request, reply) => {
    state.isSending = true
    await sendFile(request, reply, { place, etag: '"long"' })
    state.isSending = false
    return reply
  })
  app.server.setTimeout(PATIENCE_MS)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  browser.on('error', () => {})
  onTestFinished(async () => {
    browser.destroy()
    await app.close()
  })
  browser.write('GET / HTTP/1.1\r\nhost: academy\r\n\r\n')
  await expect.poll(() => state.isSending).toBe(true)
  return { browser, isSending: () => state.isSending }
}

test('whoever reads nothing is left after a minute', async () => {
  expect((await testAcademy()).app.server.timeout).toBe(60_000)
  const { browser, isSending } = await asking()
  browser.pause()
  await expect.poll(isSending, { timeout: 5_000 }).toBe(false)
})

test('whoever reads slowly gets on', async () => {
  const { browser, isSending } = await asking()
  for (const end = Date.now() + 4 * PATIENCE_MS; Date.now() < end; await sleep(20)) readSome(browser)
  expect(isSending()).toBe(true)
})

function readSome(browser: Socket): void {
  browser.once('data', () => browser.pause())
  browser.resume()
}
