import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runAcademy } from '../harness/running-academy.ts'

test('a client that sends half a request does not keep the academy from stopping', async () => {
  const academy = await runAcademy({ isAlone: true })
  const { hostname, port } = new URL(academy.url)
  const slow = connect(Number(port), hostname)
  // The server closes the connection at the end, which is expected.
  slow.on('error', () => {})
  slow.write(
    'POST /Academy/api/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  )
  await sleep(500)

  const since = Date.now()
  await academy.close()
  expect(Date.now() - since).toBeLessThan(15_000)
}, 60_000)
