import { sql } from 'drizzle-orm'
import type { LectureKind } from '#shared/lecture-kind.ts'
import { lectures } from './tables/catalog.ts'

export const lectureKind = sql<LectureKind>`case when ${lectures.videoFileId} is not null then 'video'
  when ${lectures.audioFileId} is not null then 'audio' when ${lectures.text} <> '' then 'text' else 'video' end`

/** How many words learners read in the lecture's text. */
export const readingWords = sql<number>`case ${lectures.text} when '' then 0
  else array_length(regexp_split_to_array(plain_words(${lectures.text}), '\\s+'), 1) end`
