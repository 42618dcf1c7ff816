import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { logIn } from '../test/harness/api-client.ts'
import { type RunningAcademy, runAcademy } from '../test/harness/running-academy.ts'

/** Runs an academy on a PostgreSQL server in another process, as in production, and removes both afterward. */
export async function withAcademyOnPostgres<Result>(
  given: { workers?: number; settings?: Record<string, string> },
  work: (academy: RunningAcademy) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-bench-'))
  const database = await startEmbeddedServer(folder)
  const academy = await runAcademy({ databaseUrl: database.connectionString, ...given })
  try {
    return await work(academy)
  } finally {
    await academy.close()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The signed URL of the demo member's first lecture video. */
export async function videoAddress(url: string): Promise<string> {
  const demo = await logIn(url, 'demo', 'demo-learner-2026')
  const { body } = await demo.get(
    '/Academy/api/course/defense-medical-exam-training/lecture/what-a-defense-medical-exam-is/',
  )
  const found = /\/media\/[^"\\]+[.]mp4[^"\\]*/.exec(JSON.stringify(body))?.[0]
  if (!found) throw new Error('The lecture has no video')
  return found
}
