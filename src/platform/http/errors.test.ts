import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseConnectionError } from '#db/database-errors.ts'
import { logOptions } from '../log.ts'
import { sendError } from './errors.ts'

type Line = { msg: string; err?: { type: string; message: string }; omitted?: number }

/** Starts a server with a single endpoint that runs this handler. Also returns its log. */
function serverThat(handle: () => unknown): { app: FastifyInstance; logged: () => Line[] } {
  const lines: string[] = []
  const app = Fastify({
    logger: { ...logOptions('info'), stream: { write: (line: string) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler(sendError)
  app.post('/', async () => handle())
  onTestFinished(() => app.close())
  return {
    app,
    logged: () => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => !msg.startsWith('Server')),
  }
}

test("an error while sending the reply is logged and returned in the API's format", async () => {
  const { app, logged } = serverThat(() => {
    throw Object.defineProperty(new Error('odd'), 'statusCode', {
      get() {
        throw new TypeError('cannot be asked')
      },
    })
  })
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/' })
  expect([statusCode, headers['cache-control'], JSON.parse(body)]).toEqual([
    500,
    'no-store',
    { code: 'internal', message: expect.any(String) },
  ])
  expect(logged()).toMatchObject([{ err: { message: 'cannot be asked' } }])
})

test('a client that disconnects in the middle of a body writes nothing to the log', async () => {
  const { app, logged } = serverThat(() => ({}))
  let answered = 0
  app.addHook('onError', async () => void (answered += 1))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half": ')
  await once(app.server, 'request')
  socket.resetAndDestroy()
  await expect.poll(() => answered).toBe(1)
  expect(logged()).toEqual([])
})

test('requests that get no database connection write one line a minute to the log', async () => {
  const { app, logged } = serverThat(() => {
    const cause = new Error('timeout exceeded when trying to connect')
    throw new DatabaseConnectionError('No connection to the database', { cause })
  })
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const sendAt = async (ms: number) => {
    clock.mockReturnValue(ms)
    for (let n = 0; n < 20; n += 1)
      expect((await app.inject({ method: 'POST', url: '/' })).headers).toMatchObject({ 'retry-after': '5' })
  }
  await sendAt(0)
  await sendAt(59_000)
  await sendAt(60_000)
  expect(logged()).toMatchObject([{ msg: 'database unavailable' }, { msg: 'database unavailable', omitted: 39 }])
})
