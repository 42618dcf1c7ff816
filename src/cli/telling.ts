import type { Progress } from '#operations/moving.service.ts'
import { counted } from '#shared/counted.ts'
import { say } from './verb.ts'

const TELL_EVERY_MS = 2_000

/** Prints how far it is, every two seconds and at the end. */
export function teller(): (progress: Progress) => void {
  let told = 0
  return ({ files, bytes, ofFiles, ofBytes }) => {
    const now = Date.now()
    if (now - told < TELL_EVERY_MS && files < ofFiles) return
    told = now
    say(`${files} of ${ofFiles} files, ${megabytes(bytes)} of ${megabytes(ofBytes)}`)
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** '5 minutes', '3 hours', '4 days' */
export function ageOf(seconds: number): string {
  const hours = seconds / 3600
  if (hours < 2) return counted(Math.floor(seconds / 60), 'minute')
  return hours < 48 ? counted(Math.floor(hours), 'hour') : counted(Math.floor(hours / 24), 'day')
}
