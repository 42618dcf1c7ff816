// `npm run upgrade`: from newly fetched sources in this folder to the running version. Takes the settings and the user
// from the process of the academy that runs here. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import util, { parseArgs } from 'node:util'
import { fail, ourNode, root, say, settingsFile } from './prepare.mjs'
import { below, commandLine, findRunningAcademies, canSeeOtherUsers } from './running-academies.mjs'
import { UpgradeError, upgrade } from './upgrade-order.mjs'
import { allowBeside, buildVersion, currentVersion, folderOf, makeCurrent, mayBuild, serveBeside } from './versions.mjs'

const PATIENCE_MS = 180_000
const USAGE = `npm run upgrade [-- --backup FILE | --no-backup] [--stop]
  --backup FILE  where to write the backup, if the database is migrated (default: the data folder)
  --no-backup    skip the backup, if you already made one
  --stop         allow downtime for migrations that need it`

const options = readOptions()
if (options.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
const services = findRunningAcademies(root)
// All academies in this folder have the same settings, except for their ports.
const settings = services[0] ?? { env: process.env }
let isInterrupted = false

process.exitCode = await upgrade(
  {
    async look() {
      const hidden = services.find(({ isHidden }) => isHidden)
      if (hidden)
        throw new UpgradeError(
          `Process ${hidden.pid} belongs to another user and runs scripts/start.mjs, perhaps from this folder. This user can't see its folder or settings. Run this as root.`,
        )
      if (currentVersion() !== undefined && !canSeeOtherUsers())
        throw new UpgradeError(
          "This system hides other users' processes, so only root can see whether the academy is running. Run this as root.",
        )
      if (!mayBuild())
        throw new UpgradeError(`This user can't write to ${root}. Run this as the folder's owner or as root.`)
      return { before: currentVersion(), isServing: services.length > 0 }
    },
    async build() {
      const reportExit = () => say('Nothing was changed. See "When it fails" in docs/upgrading.md.')
      process.once('exit', reportExit)
      try {
        const name = await buildVersion()
        noteInterruptions()
        return name
      } catch (error) {
        throw new UpgradeError(error.message)
      } finally {
        process.off('exit', reportExit)
      }
    },
    isServedBy: async (name) => currentVersion() === name && services.every((service) => runs(service, name)),
    async askDatabase(name) {
      const { status, stdout, stderr } = await command(name, ['migrate', '--look'])
      if (status === 0) return JSON.parse(stdout)
      const hint =
        services.length > 0
          ? ''
          : '\nNo running academy was found in this folder. Start it (the previous version will run), then run this again. Or set DATABASE_URL or DATA_DIR.'
      throw new UpgradeError(`${stderr.trim()}${hint}`)
    },
    async backUp(name, chosen) {
      const at = new Date()
        .toISOString()
        .replace(/[.]\d+Z/, '')
        .replaceAll(':', '')
        .replace('T', '-')
      const file = path.resolve(root, chosen ?? path.join(settings.env.DATA_DIR || 'data', `before-upgrade-${at}.tar`))
      say(`Backing up to ${file}…`)
      await mustDo(
        name,
        ['backup', file, '--as-it-is'],
        'No backup could be made. To use another location: npm run upgrade -- --backup FILE',
      )
      return file
    },
    async migrate(name) {
      say('Migrating the database…')
      await mustDo(name, ['migrate'], 'The database could not be migrated and is unchanged. See the error above.')
    },
    serve: makeCurrent,
    allowBeside,
    serveAgain: serveBeside,
    async stop() {
      for (const service of services) {
        if (service.unit) systemctl('stop', service.unit)
        else process.kill(service.pid, 'SIGTERM')
      }
      await until(
        () => services.every(({ pid }) => !existsSync(`/proc/${pid}`)),
        60_000,
        'The academy did not stop. Stop it yourself, then run this again.',
      )
    },
    async start() {
      const failures = []
      const tryTo = async (work) => {
        try {
          await work()
        } catch (error) {
          failures.push(error.message)
        }
      }
      for (const { pid, unit, how } of services) {
        if (unit) await tryTo(() => systemctl('start', unit))
        else if (!existsSync(`/proc/${pid}`)) say(`Start the academy again: ${how}`)
      }
      for (const service of services) if (service.unit) await tryTo(() => ready(service))
      if (failures.length > 0) throw new UpgradeError(failures.join('\n'))
      return services.every(({ unit }) => unit)
    },
    async renew(name) {
      let areAll = true
      for (const service of services) {
        if (service.isServe && runsFromVersions(service)) {
          process.kill(service.pid, 'SIGHUP')
          await until(
            () => runs(service, name),
            PATIENCE_MS,
            'The processes were not restarted. The process log says why.',
          )
        } else if (service.unit) {
          systemctl('restart', service.unit)
          await ready(service)
        } else {
          say(
            `This process can't be replaced while it runs. Stop process ${service.pid} and start it again: ${service.how}`,
          )
          areAll = false
        }
      }
      return areAll
    },
    async check() {
      for (const service of services) if (service.unit || existsSync(`/proc/${service.pid}`)) await ready(service)
      const { stdout, stderr } = await command(currentVersion(), ['doctor'])
      const wrong = `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith('WRONG'))
      if (wrong.length > 0) say(`doctor reports:\n${wrong.join('\n')}`)
    },
    async serving() {
      const replies = await Promise.all(services.map((service) => isReady(service)))
      if (replies.every(Boolean)) return 'all'
      return replies.some(Boolean) ? 'some' : 'none'
    },
    async isInterrupted() {
      // Lets signal handlers run for signals that arrived during a command.
      await sleep(10)
      return isInterrupted
    },
    print: say,
  },
  { backup: options.backup, isBackupLeftOut: options['no-backup'], mayStop: options.stop },
)

/** From here on, stop signals don't interrupt the upgrade. */
function noteInterruptions() {
  // The terminal may be closed by then, so ignore errors when printing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isInterrupted = true
      say(`${signal}: stopping once the current step is finished…`)
    })
}

/** The processes that serve requests: the workers of the primary process or, without workers, the process itself. */
function answering({ pid, isServe }) {
  const academies = below(pid).filter((each) => commandLine(each).some((word) => word.endsWith('src/main.ts')))
  return isServe ? academies.slice(1) : academies
}

function runs(service, name) {
  const found = answering(service).map((pid) => commandLine(pid).join(' '))
  return found.length > 0 && found.every((line) => line.includes(`/versions/${name}/`))
}

function runsFromVersions(service) {
  return below(service.pid).some((pid) =>
    commandLine(pid).some((word) => /\/versions\/[0-9a-f]{12}\/src\/main[.]ts$/.test(word)),
  )
}

/** Runs a command from a version, with the academy's settings and as its user. */
async function command(name, typed) {
  const folder = folderOf(name)
  const { commandFlags } = await import(pathToFileURL(path.join(folder, 'scripts/server-process.mjs')).href)
  const isOther = process.getuid?.() === 0 && settings.uid !== undefined && settings.uid !== 0
  const dotenv = settings.env.NODE_ENV === 'production' ? [] : settingsFile()
  const { status, stdout, stderr, error } = spawnSync(
    ourNode(folder),
    [...commandFlags, ...dotenv, path.join(folder, 'src/cli.ts'), ...typed],
    {
      cwd: root,
      env: settings.env,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      ...(isOther && { uid: settings.uid, gid: settings.gid }),
    },
  )
  return { status: status ?? 1, stdout: stdout ?? '', stderr: error ? error.message : (stderr ?? '') }
}

async function mustDo(name, typed, words) {
  const { status, stdout, stderr } = await command(name, typed)
  if (status !== 0) throw new UpgradeError(`${stderr.trim()}\n${words}`)
  say(stdout.trim())
}

function systemctl(verb, unit) {
  say(`systemctl ${verb} ${unit}`)
  const { status, stderr } = spawnSync('systemctl', [verb, unit], { encoding: 'utf8' })
  if (status !== 0) throw new UpgradeError(`systemctl ${verb} ${unit} failed: ${stderr?.trim()}`)
}

async function ready(service) {
  const words = `${addressOf(service)} does not report that the academy is ready. The process log says why.`
  await until(() => isReady(service), 60_000, words)
}

function isReady(service) {
  return fetch(addressOf(service), { signal: AbortSignal.timeout(5_000) }).then(
    (reply) => reply.ok,
    () => false,
  )
}

function addressOf({ env }) {
  const file = path.join(root, '.env')
  const isRead = env.NODE_ENV !== 'production' && existsSync(file)
  const { HOST, PORT } = { ...(isRead && util.parseEnv?.(readFileSync(file, 'utf8'))), ...env }
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/readyz`
}

async function until(isSo, patienceMs, words) {
  const since = Date.now()
  while (!(await isSo())) {
    if (Date.now() - since > patienceMs) throw new UpgradeError(words)
    await sleep(500)
  }
}

function readOptions() {
  const flag = { type: 'boolean', default: false }
  try {
    const { values } = parseArgs({ options: { backup: { type: 'string' }, 'no-backup': flag, stop: flag, help: flag } })
    if (values.backup !== undefined && values['no-backup']) fail(`Use --backup or --no-backup, not both.\n${USAGE}`, 2)
    return values
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`, 2)
  }
}
