import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort, runAcademy } from './running-academy.ts'

/**
 * A running academy behind a small https proxy as `localhost`, with a certificate that clients must be told to trust.
 */
export async function startNamedAcademy(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-named-'))
  const [key, authority] = [path.join(folder, 'key.pem'), path.join(folder, 'authority.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', authority], { stdio: 'ignore' })
  const port = await findFreePort()
  const origin = `https://localhost:${port}`
  const academy = await runAcademy({ settings: { PUBLIC_URL: origin, ...settings } })

  /** Path prefixes that are unavailable. */
  const away = new Set<string>()
  const proxy = createServer({ key: await readFile(key), cert: await readFile(authority) }, (asked, reply) => {
    const { url = '', method, headers } = asked
    if ([...away].some((beginning) => url.startsWith(beginning))) return void reply.writeHead(503).end()
    const passed = request(
      academy.url + url,
      { method, headers: { ...headers, host: `localhost:${port}` } },
      (from) => {
        reply.writeHead(from.statusCode ?? 502, from.headers)
        from.pipe(reply)
      },
    )
    passed.on('error', () => reply.writeHead(502).end())
    asked.pipe(passed)
  })
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    academy,
    origin,
    authority,
    away,
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      await academy.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
