import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_CHUNK_BYTES } from '#features/catalog/uploads/uploads.rules.ts'
import { getToken } from '../test/harness/api-client.ts'
import { findFreePort, type RunningAcademy } from '../test/harness/running-academy.ts'
import { getUploadId, createUploader } from '../test/harness/uploader.ts'
import { median } from './median.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'

/** The size of the largest accepted file. `UPLOAD_BYTES` sets another size to measure with. */
const BYTES = Number(process.env['UPLOAD_BYTES'] ?? 1024 ** 3)
const ROUNDS = 3
const AT_ONCE = 30
const BYTES_OF_EACH = 16 * 1024 ** 2
/** The maximum time during which other requests may get no response. */
const MAX_MS = 10
const VIDEO = path.resolve(import.meta.dirname, '../test/recordings/plays.mp4')

const WATCH = new URL('longest-run.mjs', import.meta.url).href

/**
 * Uploads a large file from disk to the academy, in chunks as a browser sends them, compared with nginx storing the
 * same body; then thirty files at once.
 */
export async function uploads(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-uploads-'))
  try {
    const file = path.join(folder, 'large.mp4')
    await writeVideo(file, BYTES)
    const nginx = await startNginx(folder)
    try {
      return await withAcademyOnPostgres({ settings: { NODE_OPTIONS: `--import ${WATCH}` } }, async (academy) => {
        const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
        const before = peakMiB(academy)
        const ratios = { sent: [] as number[], stored: [] as number[] }
        for (let round = 0; round < ROUNDS; round += 1) {
          await makeNew(file, round)
          const theirs = await timed(() => nginx.put(file))
          await nginx.empty()
          await settle()
          const sent = await timed(() => send(academy.url, token, file))
          const finished = await timed(() => createUploader(academy.url, token).finish(sent.done))
          const { status, body } = finished.done
          if (body.state !== 'stored') throw new Error(`Not stored: ${status} ${JSON.stringify(body)}`)
          console.log(
            `  ${Math.round(BYTES / 1e6)} MB: nginx ${theirs.ms} ms, sent ${sent.ms} ms, finished ${finished.ms} ms`,
          )
          ratios.sent.push(sent.ms / theirs.ms)
          ratios.stored.push((sent.ms + finished.ms) / theirs.ms)
          await settle()
        }
        const of = `${(BYTES / 1e9).toFixed(1)} GB`
        const ratio = (each: number[]) => Math.round(median(each) * 100) / 100
        return [
          { what: `${of} sent in pieces, time against nginx's`, ours: ratio(ratios.sent), limit: 1.5, unit: '×' },
          { what: `${of} sent, looked into and stored`, ours: ratio(ratios.stored), limit: 1.5, unit: '×' },
          ...(await atOnce(academy, token, folder)),
          { what: 'memory at most (RSS), more than before', ours: peakMiB(academy) - before, limit: 64, unit: 'MiB' },
        ]
      })
    } finally {
      await nginx.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function peakMiB({ pid }: RunningAcademy): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

async function timed<Done>(work: () => Promise<Done>): Promise<{ ms: number; done: Done }> {
  const since = performance.now()
  const done = await work()
  return { ms: Math.round(performance.now() - since), done }
}

/** Waits until all writes are on disk, so that neither server waits for the other's writes. */
async function settle(): Promise<void> {
  await once(spawn('sync'), 'exit')
}

/** A playable video with padding that no player reads. */
async function writeVideo(place: string, bytes: number): Promise<void> {
  const video = await readFile(VIDEO)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - video.length)
  head.write('free', 4, 'latin1')
  await writeFile(place, Buffer.concat([video, head]))
  const file = await open(place, 'a')
  const filling = Buffer.alloc(1024 ** 2, 'no zeros, which disks may leave out ')
  for (let left = bytes - video.length - 8; left > 0; left -= filling.length)
    await file.write(filling, 0, Math.min(left, filling.length))
  await file.close()
}

/** Writes different content each time, because a file that is already stored would just be discarded. */
async function makeNew(place: string, round: number): Promise<void> {
  const file = await open(place, 'r+')
  await file.write(Buffer.from(`round ${round}`), 0, 7, BYTES - 7)
  await file.close()
}

type Part = { file: string; from: number; to: number }

async function pass(
  url: string,
  { file, from, to }: Part,
  options: { method: string; agent: http.Agent; headers: Record<string, string | number> },
): Promise<void> {
  const request = http.request(url, { ...options, headers: { ...options.headers, 'content-length': to - from } })
  createReadStream(file, { start: from, end: to - 1, highWaterMark: 1024 ** 2 }).pipe(request)
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  reply.resume()
  await once(reply, 'end')
  if (reply.statusCode === undefined || reply.statusCode >= 300) throw new Error(`${url} answers ${reply.statusCode}`)
}

/** Sends one chunk after another over one connection. */
async function send(url: string, token: string, file: string, bytes = BYTES): Promise<string> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const id = getUploadId(await createUploader(url, token).begin({ name: path.basename(file), use: 'video', bytes }))
  for (let from = 0; from < bytes; from += MAX_CHUNK_BYTES) {
    const to = Math.min(bytes, from + MAX_CHUNK_BYTES)
    await pass(
      `${url}/Academy/api/studio/uploads/${id}/`,
      { file, from, to },
      {
        method: 'PATCH',
        agent,
        headers: {
          authorization: `Token ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': from,
          'content-type': 'application/offset+octet-stream',
        },
      },
    )
  }
  agent.destroy()
  return id
}

async function startNginx(folder: string) {
  const port = await findFreePort()
  const stored = path.join(folder, 'stored')
  await mkdir(stored)
  const file = path.join(folder, 'nginx.conf')
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 64; }
    http { access_log off; client_max_body_size 0; client_body_temp_path ${folder}/coming;
      server { listen 127.0.0.1:${port}; root ${stored}; dav_methods PUT; } }`,
  )
  const nginx = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'ignore' })
  await sleep(500)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return {
    put: (from: string) =>
      pass(
        `http://127.0.0.1:${port}/large.mp4`,
        { file: from, from: 0, to: BYTES },
        { method: 'PUT', agent, headers: {} },
      ),
    empty: () => rm(path.join(stored, 'large.mp4')),
    async stop() {
      agent.destroy()
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    },
  }
}

/** The maximum wait of other requests while thirty files are received, checked, and stored. */
async function atOnce(academy: RunningAcademy, token: string, folder: string): Promise<Row[]> {
  const files = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const place = path.join(folder, `${n}.mp4`)
      await writeVideo(place, BYTES_OF_EACH + n)
      return place
    }),
  )
  const before = academy.output().length
  const took = await timed(() =>
    Promise.all(
      files.map(async (file, n) => {
        const id = await send(academy.url, token, file, BYTES_OF_EACH + n)
        const { body } = await createUploader(academy.url, token).finish(id)
        if (body.state !== 'stored') throw new Error(JSON.stringify(body))
      }),
    ),
  )
  await sleep(1_000)
  const said = academy
    .output()
    .slice(before)
    .matchAll(/longest run ([\d.]+) ms/g)
  const what = `${AT_ONCE} uploads of ${Math.round(BYTES_OF_EACH / 1e6)} MB at once, in ${(took.ms / 1000).toFixed(1)} s: longest run of the processor between answers`
  return [{ what, ours: Math.max(...Array.from(said, ([, ms]) => Number(ms))), limit: MAX_MS, unit: 'ms' }]
}
