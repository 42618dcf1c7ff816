import type { Progress } from '#operations/move-files.service.ts'
import { pluralize } from '#shared/pluralize.ts'
import { printLine } from './command.ts'

const PRINT_EVERY_MS = 2_000

/** Prints the progress every two seconds and at the end. */
export function createProgressPrinter(): (progress: Progress) => void {
  let printedAt = 0
  return ({ files, bytes, ofFiles, ofBytes }) => {
    const now = Date.now()
    if (now - printedAt < PRINT_EVERY_MS && files < ofFiles) return
    printedAt = now
    printLine(`${files} of ${pluralize(ofFiles, 'file')}, ${formatMegabytes(bytes)} of ${formatMegabytes(ofBytes)}`)
  }
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
