import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Whether a host name or address, as in `HOST` or in a URL, always refers to this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}

/**
 * Whether the request was sent from this machine to this machine. It must not come through a proxy, which forwards
 * requests of any client, or from a website whose host name points here (DNS rebinding). Ignores the proxy trust
 * settings.
 */
export function isLocalRequest({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  return isLoopback(URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '')
}
