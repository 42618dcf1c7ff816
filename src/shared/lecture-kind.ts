/** What a lecture consists of: its recording or, if it has none, its text. */
export const LECTURE_KINDS = ['video', 'audio', 'text'] as const

export type LectureKind = (typeof LECTURE_KINDS)[number]

/** The kind as responses have it. Most lectures are videos, so these have no `kind`. */
export type UncommonKind = Exclude<LectureKind, 'video'>

/** How many words of a lecture's text learners read per minute. They study it, so this is less than in a newspaper. */
export const READING_WORDS_PER_MINUTE = 200

export function getReadingMinutes(words: number): number {
  return Math.ceil(words / READING_WORDS_PER_MINUTE)
}

export function getLectureKind({
  video,
  audio,
  text,
}: {
  video: string | null
  audio: string | null
  text: string
}): LectureKind {
  if (video !== null) return 'video'
  if (audio !== null) return 'audio'
  return text.trim() === '' ? 'video' : 'text'
}

/** What responses say about the kind of a lecture, and how long its text takes to read. */
export function toKindView(kind: LectureKind, words: number): { kind?: UncommonKind; reading_minutes?: number } {
  return {
    ...(kind !== 'video' && { kind }),
    ...(words > 0 && { reading_minutes: getReadingMinutes(words) }),
  }
}
