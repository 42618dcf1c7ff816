import { formatClockTime } from '#shared/clock-time.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

export const MAX_NOTE_LENGTH = 2_000
export const MAX_NOTES = 500

export function collapseBlankLines(text: string): string {
  return text.trim().replaceAll(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
}

type NoteToExport = { lecture_id: string; lecture_name: string; seconds: number; text: string }

/** Formats a course's notes as plain text: times and notes under each lecture's name. */
export function formatNotesAsText(courseName: string, notes: readonly NoteToExport[]): string {
  const lectures = new Map<string, string[]>()
  for (const { lecture_id: id, lecture_name: name, seconds, text } of notes) {
    const lines = lectures.get(id) ?? [name, '']
    lines.push(`${formatClockTime(seconds)}  ${text.replaceAll('\n', '\n      ')}`)
    lectures.set(id, lines)
  }
  return [`My notes: ${courseName}`, ...[...lectures.values()].map((lines) => lines.join('\n'))].join('\n\n') + '\n'
}

export const NOTE_LIMIT: RateLimit = { what: 'note', hits: 300, windowMs: 60 * 60_000 }
