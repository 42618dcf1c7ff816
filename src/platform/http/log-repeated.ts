import type { FastifyRequest } from 'fastify'

const INTERVAL_MS = 60_000

type Repeated = { loggedAt: number; omitted: number }

/** The problems that were logged, by server and then by message. */
const repeated = new WeakMap<object, Map<string, Repeated>>()

/**
 * Logs a problem that may affect many requests. Logs it at once, and after that at most once a minute, with the number
 * of requests that were not logged.
 */
export function logRepeated(
  { log, server: { server } }: FastifyRequest,
  { level, error, message }: { level: 'warn' | 'error'; error: Error; message: string },
): void {
  const known = repeated.get(server) ?? new Map<string, Repeated>()
  repeated.set(server, known)
  const now = performance.now()
  const last = known.get(message)
  if (last && now - last.loggedAt < INTERVAL_MS) {
    last.omitted += 1
    return
  }
  log[level]({ err: error, ...(last && { omitted: last.omitted }) }, message)
  known.set(message, { loggedAt: now, omitted: 0 })
}
