// Allows only one build at a time in a folder; the lock of a killed build doesn't block others. Plain JavaScript for
// Node 20. Its types are in lock.d.mts.
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const FREE = 'free'

/**
 * Acquires the lock of a folder and returns its release function; undefined while another process has it. The file with
 * the highest number names the owner. If the owner's process is gone, its file stays, and the next number is created
 * instead: if two processes try that at once, only one can succeed.
 */
export function tryLock(folder) {
  const highest = highestIn(folder)
  const holder = highest === 0 ? FREE : holderOf(fileOf(folder, highest))
  if (holder !== FREE && isAlive(holder)) return undefined
  return takeNextNumber(folder, highest)
}

/** Creates the file with the next number; undefined if another process was faster. */
export function takeNextNumber(folder, found) {
  const file = fileOf(folder, found + 1)
  try {
    symlinkSync(identityOf(process.pid), file)
  } catch (error) {
    if (error.code === 'EEXIST') return undefined
    throw error
  }
  if (highestIn(folder) > found + 1) {
    // In the meantime, other processes acquired the lock and removed files with lower numbers.
    rmSync(file, { force: true })
    return undefined
  }
  for (const number of numbersIn(folder)) if (number <= found) rmSync(fileOf(folder, number), { force: true })
  return () => {
    const free = path.join(folder, `.free-${process.pid}`)
    rmSync(free, { force: true })
    symlinkSync(FREE, free)
    renameSync(free, file)
  }
}

function highestIn(folder) {
  return Math.max(0, ...numbersIn(folder))
}

function numbersIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const number = /^[.]builder-(\d+)$/.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
}

function fileOf(folder, number) {
  return path.join(folder, `.builder-${number}`)
}

function holderOf(file) {
  try {
    return readlinkSync(file)
  } catch (error) {
    // Another process just released or acquired the lock, so creating the next number will show who has it.
    if (error.code === 'ENOENT') return FREE
    throw error
  }
}

/** Identifies a process by its pid and, where available, start time, because pids are reused. */
function identityOf(pid) {
  return `${pid}_${startOf(pid)}`
}

function isAlive(holder) {
  const [pid, start] = holder.split('_')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  const found = startOf(pid)
  return found === '' || found === start
}

function startOf(pid) {
  // The program's name is in parentheses and may contain any character.
  const ticks = readOr(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')[19]
  return ticks === undefined ? '' : `${ticks}.${readOr('/proc/sys/kernel/random/boot_id').trim()}`
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
