import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../harness/running-academy.ts'

const CONF = path.resolve(import.meta.dirname, '../../deploy/nginx.conf')
const isThere = spawnSync('sh', ['-c', 'command -v nginx'], { stdio: 'ignore' }).status === 0

/** The addresses of a row are one visitor, and those of two rows are two. */
const VISITORS = [
  ['2600:3c00::f03c:91ff:fe12:3456', '2600:3c00::f03c:91ff:fe12:3457', '2600:3c00:0:0:1::1'],
  ['2600:3c00::1:0:0:0:1', '2600:3c00:0:1:ffff:ffff:ffff:ffff'],
  ['2001:db8::aaaa:bbbb:cccc:dddd', '2001:db8::1', '2001:db8:0:0:a0a:b0b:c0c:a0a'],
  ['2a03:b0c0:1::5:6:7:8', '2a03:b0c0:1:0:5::8', '2a03:b0c0:1::'],
  ['2a03:b0c0:1:1:5:6:7:8', '2a03:b0c0:1:1::'],
  ['2001:db8:a0a:a0a::1', '2001:db8:a0a:a0a:a0a:a0a:a0a:a0a'],
  ['::1'],
  ['203.0.113.9', '::ffff:203.0.113.9'],
  ['203.0.113.10', '::ffff:203.0.113.10'],
]

test.skipIf(!isThere)('nginx counts a network of IPv6 as one visitor, however its addresses are written', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-nginx-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const map = /map .* \$visitor \{[^}]*(?:\{[^}]*\}[^}]*)*?\n {4}\}/.exec(await readFile(CONF, 'utf8'))?.[0]
  const port = await freePort()
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log ${folder}/errors; events {}
     http {
       access_log off;
       ${map}
       server {
         listen 127.0.0.1:${port};
         set_real_ip_from 127.0.0.1;
         real_ip_header X-Forwarded-For;
         default_type text/plain;
         return 200 $visitor;
       }
     }`,
  )
  const nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'])
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const visitorOf = async (address: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': address } })
    return Buffer.from(await reply.arrayBuffer()).toString('hex')
  }
  await expect.poll(() => visitorOf('192.0.2.1').catch(() => '')).not.toBe('')
  const rows = await Promise.all(VISITORS.map(async (row) => [...new Set(await Promise.all(row.map(visitorOf)))]))
  expect(rows.map((visitors) => visitors.length)).toEqual(VISITORS.map(() => 1))
  expect(new Set(rows.flat()).size).toBe(VISITORS.length)
})
