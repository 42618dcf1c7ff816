import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Whether a name or an address, as `HOST` has it or an address bar, means this machine whoever reads it. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}

/**
 * Whether somebody on this machine asks this machine: not a proxy on it, which speaks for anybody, and not a page elsewhere that points a name
 * of its own here. What the proxy says of its caller is believed in neither way.
 */
export function isLocalRequest({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  return isLoopback(URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '')
}
