import type { FastifyRequest } from 'fastify'

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
const LOOPBACK_ADDRESS = /^(?:(?:::ffff:)?127[.]|::1$)/
const LOOPBACK_HOST = /^(?:localhost|127(?:[.]\d+){3}|\[::1\])$/

/**
 * Whether somebody on this machine asks this machine: not a proxy on it, which speaks for anybody, and not a page elsewhere that points a name
 * of its own here. What the proxy says of its caller is believed in neither way.
 */
export function isFromThisMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  if (!LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')) return false
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  return LOOPBACK_HOST.test(URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '')
}
