import http from 'node:http'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Requests one URL over this many keep-alive connections until stopped. Anything but a complete 200 is a failure, but
 * like browsers and proxies, this retries if a connection was closed just as it was reused. `askedAgain()` counts these
 * retries.
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
        // Leaves processor time for starting processes.
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

/**
 * Makes this many concurrent requests, each over its own connection; `sent` resolves when the last one has been sent.
 */
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

/** The living child processes of this one, oldest first. */
export function getChildPids(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

export function isWorker(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--workers')
}

/** How many connections to this port a process has open. */
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
