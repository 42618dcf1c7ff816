// `npm start` and `npm run dev`: from a fresh clone to the running academy. Plain JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { ensureBuilt, ensureInstalled, ourNode, root, settingsFile, withOurNode } from './prepare.mjs'

const isDev = process.argv.includes('--dev')

await ensureInstalled()
if (!isDev) await ensureBuilt()

const server = isDev ? ['--watch', '--watch-preserve-output', 'src/main.ts', '--hot'] : ['src/main.ts']
const command = [...endsWithUs(), ourNode(), ...settingsFile(), ...server]
const academy = spawn(command[0], command.slice(1), {
  cwd: root,
  stdio: 'inherit',
  env: withOurNode(isDev ? { NODE_ENV: 'development' } : {}),
  // In a group of its own: a Ctrl+C would else reach it twice, from the terminal and from npm, and cut its ending short.
  detached: true,
})

let askedAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

// npm killed outright can't tell us; without this its port would stay taken by an academy nobody sees.
const parent = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref()

academy.once('error', (error) => {
  process.stderr.write(`The academy could not be started: ${error.message}\n`)
  process.exit(1)
})
academy.once('exit', (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0))
})

function stop() {
  if (askedAt === 0) {
    askedAt = Date.now()
    academy.kill('SIGTERM')
  } else if (Date.now() - askedAt > 10_000) {
    academy.kill('SIGKILL')
  }
}

/** On Linux the kernel ends the academy when this script is killed, so that its port is free again. */
function endsWithUs() {
  const isThere = spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0
  return process.platform === 'linux' && isThere ? ['setpriv', '--pdeathsig', 'KILL'] : []
}
