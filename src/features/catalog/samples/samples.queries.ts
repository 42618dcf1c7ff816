import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { lectureKind } from '#db/lecture-kind.ts'
import type { Executor } from '#db/open-database.ts'
import { lectures, products, subLectures } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { passages, texts } from '#db/tables/search.ts'
import { lectureLaw } from '#features/catalog/law/law.public.ts'
import { hasAddress, isPublished } from '#features/foundation/products/products.public.ts'
import type { TranscriptLine } from '#shared/transcript.ts'

const recording = alias(files, 'recording')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')

/** Finds the free lecture of the course with this slug. Returns undefined if the course has none or is not for sale. */
export async function findSample(db: Executor, slug: string) {
  const parts = sql<string[]>`(
    select coalesce(json_agg(${subLectures.title} order by ${subLectures.position}), '[]')
    from ${subLectures} where ${subLectures.lectureId} = ${lectures.id})`
  // Right after an upgrade, captions come from the search index, until the stored files have been read again.
  const transcript = sql<TranscriptLine[] | null>`coalesce(${captions.transcript}, (
    select jsonb_agg(jsonb_build_object('seconds', ${passages.seconds}, 'text', ${passages.body}) order by ${passages.id})
    from ${texts} join ${passages} on ${passages.textId} = ${texts.id}
    where ${texts.fileId} = ${captions.id} and ${texts.lectureId} = ${lectures.id} and ${passages.seconds} is not null))`
  const [sample] = await db
    .select({
      course: {
        id: products.id,
        slug: products.slug,
        title: products.title,
        priceCents: products.priceCents,
        currency: products.currency,
        updatedAt: products.updatedAt,
      },
      lecture: {
        slug: lectures.slug,
        name: lectures.name,
        description: lectures.description,
        parts,
        law: lectureLaw,
      },
      kind: lectureKind,
      text: lectures.text,
      recording: { id: recording.id, name: recording.name, seconds: recording.seconds },
      captions: { id: captions.id, name: captions.name },
      transcript,
      poster: { id: poster.id, name: poster.name },
    })
    .from(products)
    .innerJoin(lectures, eq(lectures.courseId, products.id))
    .leftJoin(recording, eq(recording.id, lectures.recordingFileId))
    .leftJoin(captions, eq(captions.id, lectures.captionsFileId))
    .leftJoin(poster, eq(poster.id, lectures.posterFileId))
    .where(
      and(
        isPublished,
        hasAddress(slug),
        lectures.isSample,
        isNull(lectures.retiredAt),
        or(isNotNull(recording.id), ne(lectures.text, '')),
      ),
    )
    .orderBy(asc(lectures.position))
    .limit(1)
  return sample
}
