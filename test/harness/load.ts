import http from 'node:http'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Asks for one address again and again over so many connections at once, kept open, until it is told to stop. Anything but
 * a 200 with its whole body is a failure; but as browsers and proxies do, it asks again where a kept connection was closed at the moment
 * at which it was used again. `askedAgain()` says how often.
 */
export function startLoad(url: string, connections: number, pauseMs = 20) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const failures: string[] = []
  let answered = 0
  let askedAgain = 0
  let isStopping = false
  const asking = Array.from({ length: connections }, async () => {
    while (!isStopping) {
      try {
        await sendRequest(url, agent).catch((error: unknown) => {
          if (!(error instanceof ClosedMeanwhile)) throw error
          askedAgain += 1
          return sendRequest(url, agent)
        })
        answered += 1
        // The machine of the test must also start processes meanwhile.
        await sleep(pauseMs)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
    }
  })
  return {
    failures,
    answered: () => answered,
    askedAgain: () => askedAgain,
    async stop() {
      isStopping = true
      await Promise.all(asking)
      agent.destroy()
    },
  }
}

export function sendRequest(url: string, agent?: http.Agent, headers: http.OutgoingHttpHeaders = {}): Promise<void> {
  return answerTo(send(url, agent, headers))
}

/** So many requests at once, each over a connection of its own; `sent` resolves when the last has left. */
export function sendConcurrently(urls: string[]): {
  sent: Promise<unknown>
  answers: Promise<PromiseSettledResult<void>[]>
} {
  const requests = urls.map((url) => send(url))
  return {
    sent: Promise.all(requests.map(connected)),
    answers: Promise.allSettled(requests.map(answerTo)),
  }
}

async function connected(request: http.ClientRequest): Promise<void> {
  const [socket] = (await once(request, 'socket')) as [Socket]
  if (socket.connecting) await once(socket, 'connect')
}

function send(url: string, agent?: http.Agent, headers: http.OutgoingHttpHeaders = {}): http.ClientRequest {
  const request = http.get(url, { agent: agent ?? false, headers, timeout: 20_000 })
  request.once('timeout', () => request.destroy(new Error('no answer in 20 s')))
  return request
}

class ClosedMeanwhile extends Error {
  override message = 'the kept connection was closed when it was used again'
}

async function answerTo(request: http.ClientRequest): Promise<void> {
  const [reply] = (await once(request, 'response').catch((error: NodeJS.ErrnoException) => {
    throw request.reusedSocket && error.code === 'ECONNRESET' ? new ClosedMeanwhile() : error
  })) as [http.IncomingMessage]
  let bytes = 0
  for await (const chunk of reply) bytes += (chunk as Buffer).length
  if (reply.statusCode !== 200 || bytes === 0) throw new Error(`${reply.statusCode} with ${bytes} bytes`)
}

/** The processes that this one has started and that live, oldest first. */
export function getChildPids(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

export function isWorker(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--workers')
}

/** How many connections to this port a process has in its hands. */
export function countConnections(pid: number, port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const established = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, from, , state]) => from?.endsWith(local) && state === '01')
    .map((columns) => `socket:[${columns[9]}]`)
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => link(`/proc/${pid}/fd/${fd}`)))
  return established.filter((socket) => open.has(socket)).length
}

function link(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
