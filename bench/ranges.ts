import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../test/harness/running-academy.ts'
import { median } from './median.ts'
import { videoAddress, withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'

const ROUNDS = 5
const SECONDS = 3
/**
 * A chunk's size, and the minimum rate as a share of nginx's. For a small chunk, nearly all the time goes to checking
 * ownership (docs/decisions/011-files-are-served-by-our-own-code.md).
 */
const SIZES = [
  ['64 kB', 64 * 1024, 0.07],
  ['1 MB', 1024 * 1024, 0.45],
] as const

/**
 * Compares chunks of a video from the academy, by a signed URL with an ownership check, with the same chunks from
 * nginx, as a plain file. Alternates between the two.
 */
export async function ranges(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-ranges-'))
  try {
    return await withAcademyOnPostgres({}, async ({ url }) => {
      const ours = url + (await videoAddress(url))
      const nginx = await startNginx(folder, await bytesOf(ours))
      try {
        return SIZES.map(([name, bytes, limit]) => {
          const ratios = Array.from(
            { length: ROUNDS },
            () => rate(ours, bytes, folder) / rate(nginx.url, bytes, folder),
          )
          const what = `ranges of ${name}, requests/s as a part of nginx's`
          return { what, ours: Math.round(median(ratios) * 100) / 100, limit, unit: '×', isMinimum: true }
        })
      } finally {
        await nginx.stop()
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startNginx(folder: string, video: Buffer) {
  const port = await findFreePort()
  writeFileSync(path.join(folder, 'video.mp4'), video, { mode: 0o644 })
  const file = path.join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; open_file_cache max=10;
      server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  const nginx = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'ignore' })
  await sleep(500)
  return {
    url: `http://127.0.0.1:${port}/video.mp4`,
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    },
  }
}

/** Requests per second, each for a chunk of this size somewhere in the file. */
function rate(url: string, bytes: number, folder: string): number {
  const script = path.join(folder, `${bytes}.lua`)
  writeFileSync(
    script,
    `local n = 0
    request = function()
      n = n + 1
      local from = (n * 65536) % 1000000
      wrk.headers["Range"] = "bytes=" .. from .. "-" .. (from + ${bytes} - 1)
      return wrk.format()
    end
    done = function(summary)
      io.write(string.format("bad=%d\\n", summary.errors.status + summary.errors.read + summary.errors.connect))
    end`,
  )
  const said = execFileSync('wrk', ['-t1', '-c16', `-d${SECONDS}s`, '-s', script, url], { encoding: 'utf8' })
  if (!said.includes('bad=0')) throw new Error(`Some ranges failed:\n${said}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1])
}

async function bytesOf(url: string): Promise<Buffer> {
  const [reply] = (await once(http.get(url), 'response')) as [http.IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk as Buffer)
  if (reply.statusCode !== 200) throw new Error(`The video answers ${reply.statusCode}`)
  return Buffer.concat(chunks)
}
