// One at a time of those that build in a folder, whatever was killed there. Plain JavaScript for Node 20. Its types are in lock.d.mts.
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const FREE = 'free'

/**
 * Takes the lock of a folder, and returns what gives it back; undefined while another has it. Whose it is tells the file with the highest number.
 * It is not taken away when its process is gone, but the next is made: of two that find that at once only one can make it.
 */
export function tryLock(folder) {
  const highest = highestIn(folder)
  const holder = highest === 0 ? FREE : holderOf(fileOf(folder, highest))
  if (holder !== FREE && isAlive(holder)) return undefined
  return takeNextNumber(folder, highest)
}

/** Takes the number after the one that was found free; undefined when another was quicker. */
export function takeNextNumber(folder, found) {
  const file = fileOf(folder, found + 1)
  try {
    symlinkSync(identityOf(process.pid), file)
  } catch (error) {
    if (error.code === 'EEXIST') return undefined
    throw error
  }
  if (highestIn(folder) > found + 1) {
    // Others had it meanwhile, and took the lower numbers away.
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
    // Given back and taken by another this moment: whoever makes the next number finds out.
    if (error.code === 'ENOENT') return FREE
    throw error
  }
}

/** Of a process: its number, and when it was started (where that can be seen), since numbers are given again. */
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
  // The name of the program stands in brackets and may hold any character.
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
