import { sql } from 'drizzle-orm'
import type { LectureKind } from '#shared/lecture-kind.ts'
import { lectures } from './tables/catalog.ts'

export const lectureKind = sql<LectureKind>`case when ${lectures.videoFileId} is not null then 'video'
  when ${lectures.audioFileId} is not null then 'audio' when ${lectures.text} <> '' then 'text' else 'video' end`

/** How many words learners read in the lecture's text. */
export const readingWords = sql<number>`coalesce(${lectures.readingWords}, 0)`
