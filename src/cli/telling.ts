import type { Progress } from '#operations/moving.service.ts'
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
