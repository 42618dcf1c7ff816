import http from 'node:http'
import { runAcademy } from '../test/e2e/running-academy.ts'
import type { Row } from './run.ts'

const HOME_LIMIT_KB = 140

/** What a browser that has nothing yet loads to show a page: its HTML, CSS and JavaScript, compressed as they are sent. */
export async function pages(): Promise<Row[]> {
  const academy = await runAcademy()
  try {
    const rows: Row[] = []
    for (const [name, address] of [
      ['home', '/'],
      ['course list', '/Courses/'],
      ['course detail', '/Course/defense-medical-exam-training'],
    ] as const) {
      rows.push({
        what: `${name}: HTML+CSS+JS`,
        ours: await kilobytesOf(academy.url, address),
        limit: HOME_LIMIT_KB,
        unit: 'kB',
      })
    }
    return rows
  } finally {
    await academy.close()
  }
}

async function kilobytesOf(origin: string, address: string): Promise<number> {
  const html = await (await fetch(origin + address)).text()
  const linked = [
    ...html.matchAll(
      /(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"|from "(\/assets\/[^"]+)"|import "(\/assets\/[^"]+)"/g,
    ),
  ]
  const assets = new Set(linked.map(([, attribute, from, plain]) => attribute ?? from ?? plain ?? ''))
  let bytes = await bytesSent(origin + address)
  for (const asset of assets) bytes += await bytesSent(origin + asset)
  return Math.round(bytes / 100) / 10
}

function bytesSent(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br, gzip' } }, (reply) => {
        let bytes = 0
        reply.on('data', (chunk: Buffer) => (bytes += chunk.length))
        reply.on('end', () =>
          reply.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${reply.statusCode}`)),
        )
      })
      .on('error', reject)
  })
}
