// `npm run db`: a shell for the academy's database, using psql if it is installed. Arguments after `--` go to psql; `-c
// 'select …'` also works without psql. Uses the running academy's database server, or runs one until the shell ends.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { printError, missingDatabaseError } from '../src/cli/command.ts'
import { runShell } from './sql-shell.ts'

const args = process.argv.slice(2)

process.exitCode = await run().catch((error: unknown) => {
  if (error instanceof ConfigError) return printError(error.message)
  throw error
})

async function run(): Promise<number> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const missing = missingDatabaseError(config)
  if (missing !== undefined) return printError(missing)
  const server = config.databaseUrl ? undefined : await startEmbeddedServer(config.dataDir, printError)
  // In psql, Ctrl+C discards the input or cancels a statement, so it must not end this script.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  try {
    const url = config.databaseUrl ?? server?.connectionString ?? ''
    return hasPsql() ? await psql(url) : await runShell(url, args)
  } finally {
    await server?.stop()
  }
}

function hasPsql(): boolean {
  return spawnSync('psql', ['--version'], { stdio: 'ignore' }).status === 0
}

async function psql(url: string): Promise<number> {
  const { address, password } = withoutPassword(url)
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const shell = spawn('psql', ['--dbname', address, ...args], { stdio: 'inherit', env })
  const [code] = (await once(shell, 'exit')) as [number | null]
  return code ?? 1
}

/** Removes the password, because a process's arguments are visible to all users of the machine. */
function withoutPassword(url: string): { address: string; password: string } {
  const parsed = URL.parse(url)
  if (!parsed?.password) return { address: url, password: '' }
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { address: parsed.href, password }
}
