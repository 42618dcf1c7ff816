// The academies running from a folder, with their settings, as read from their processes. Plain JavaScript for Node 20.
// Its types are in running-academies.d.mts.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

const START = 'scripts/start.mjs'

/**
 * Each academy that was started in this folder. `isHidden`: the process belongs to another user, so its settings can't
 * be read, or it might not even be an academy.
 */
export function findRunningAcademies(
  root,
  { proc = '/proc', readLink = readlinkSync, mainPidOf = mainPidBySystemd } = {},
) {
  return pidsIn(proc).flatMap((pid) => {
    const words = readOr(`${proc}/${pid}/cmdline`).split('\0')
    const start = words.find((word) => word === START || word.endsWith(`/${START}`))
    if (start === undefined || words.includes('--dev')) return []
    try {
      if (readLink(`${proc}/${pid}/cwd`) !== realpathSync(root)) return []
    } catch (error) {
      // A process of another user, whose folder can't be read.
      const mayBe = !path.isAbsolute(start) || start === path.join(root, START)
      return error.code !== 'ENOENT' && mayBe ? [{ pid, isHidden: true }] : []
    }
    const env = environmentIn(`${proc}/${pid}/environ`)
    if (env === undefined) return [{ pid, isHidden: true }]
    const { uid, gid } = statSync(`${proc}/${pid}`)
    const isServe = words.includes('--serve')
    const how = isServe ? 'npm run serve' : 'npm start'
    return [{ pid, uid, gid, isServe, how, unit: unitOf(pid, readOr(`${proc}/${pid}/cgroup`), mainPidOf), env }]
  })
}

/** Whether other users' processes are visible at all; some systems hide them. */
export function canSeeOtherUsers(proc = '/proc') {
  return !existsSync(proc) || readOr(`${proc}/1/cmdline`) !== ''
}

export function below(pid) {
  const children = pidsIn('/proc').filter(
    (each) => Number(/\) \S (\d+)/.exec(readOr(`/proc/${each}/stat`))?.[1]) === pid,
  )
  return children.flatMap((child) => [child, ...below(child)])
}

export function commandLine(pid) {
  return readOr(`/proc/${pid}/cmdline`).split('\0')
}

/** The systemd unit of the academy itself, not of the service that started it, such as cron. */
function unitOf(pid, cgroup, mainPidOf) {
  const unit = /\/system[.]slice\/(?:.*\/)?([^/\n]+[.]service)$/m.exec(cgroup)?.[1]
  if (unit === undefined) return undefined
  return /^academy(?:@[^/]+)?[.]service$/.test(unit) || mainPidOf(unit) === pid ? unit : undefined
}

function mainPidBySystemd(unit) {
  const { stdout } = spawnSync('systemctl', ['show', '--property=MainPID', '--value', unit], { encoding: 'utf8' })
  return Number(stdout)
}

function environmentIn(file) {
  const text = readOr(file)
  if (text === '') return undefined
  const pairs = text.split('\0').filter(Boolean)
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

function pidsIn(proc) {
  if (!existsSync(proc)) return []
  return readdirSync(proc)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
