import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { documentFiles, lectures, podcasts, products, attachments } from '#db/tables/catalogue.ts'
import { passages, texts } from '#db/tables/search.ts'
import { isOwnedBy } from '#features/ownership/ownership.public.ts'
import { isPublished } from '#features/products/products.public.ts'
import type { Kind } from '#shared/kinds.ts'
import { MARKS, MOST_HITS, MOST_RANKED, MOST_SUGGESTIONS } from './search.rules.ts'

type TextKind = (typeof texts.kind.enumValues)[number]

export type FoundRow = {
  kind: TextKind
  title: string
  /** With `MARKS`. */
  body: string
  seconds: number | null
  page: number | null
  lectureSlug: string | null
  slug: string
  productKind: Kind
  productTitle: string
  isOwn: boolean
  /** In the product, and in all, as far as they were counted. */
  count: number
  total: number
}

/** Products whose every word is this member's: owned, or free for all members. */
function heldBy(memberId: string | undefined): SQL {
  if (memberId === undefined) return sql`select null::uuid as id where false`
  return sql`select ${products.id} from ${products} where ${isOwnedBy(memberId)}
    union select ${products.id} from ${products} join ${podcasts} on ${podcasts.productId} = ${products.id} where not ${podcasts.isForSale} and ${isPublished}`
}

/**
 * What fits the words, the best of each product together. Not all that fits is ranked where that is much: products, lectures, and of what is said and
 * written in them as many as the database comes upon first.
 */
export async function findPassages(db: Executor, { memberId, words }: { memberId: string | undefined; words: string }) {
  // Written out each time: the planner knows how often the words stand in the table.
  const query = sql`websearch_to_tsquery('public.academy', ${words}::text)`
  const fits = (kinds: SQL, whose: SQL) => sql`(
    select ${passages.id}, ${passages.textId}, ${passages.productId}, ts_rank(${passages.search}, ${query}) as rank
    from ${passages} where ${passages.search} @@ ${query} and ${passages.kind} ${kinds} and ${passages.productId} in (${whose}) limit ${MOST_RANKED}
  )`
  const offered = sql`select ${products.id} from ${products} where ${isPublished} union all select id from held`
  const marks = `StartSel=${MARKS.from}, StopSel=${MARKS.to}, MinWords=15, MaxWords=35`
  const { rows } = await db.execute<FoundRow>(sql`
    with held as materialized (${heldBy(memberId)}),
    fitting as materialized (
      ${fits(sql`= 'product'`, offered)}
      ${
        memberId === undefined
          ? sql``
          : sql`union all ${fits(sql`= 'lecture'`, sql`select id from held`)}
            union all ${fits(sql`in ('transcript', 'handout')`, sql`select id from held`)}`
      }
    ),
    standing as (
      select fitting.*, count(*) over () as total, count(*) over of_product as count, max(rank) over of_product as best,
        row_number() over (partition by product_id order by rank desc, id) as place
      from fitting window of_product as (partition by product_id)
    ),
    shown as materialized (
      select * from standing where place <= ${MOST_HITS.ofProduct} order by best desc, product_id, place limit ${MOST_HITS.inAll}
    )
    select ${texts.kind} as kind, case ${texts.kind} when 'product' then ${products.title} when 'handout' then ${texts.title} else coalesce(${lectures.name}, ${products.title}) end as title,
      ts_headline('public.academy', ${passages.body}, ${query}, ${marks}) as body, ${passages.seconds} as seconds, ${passages.page} as page,
      ${lectures.slug} as "lectureSlug", ${products.slug} as slug, ${products.kind} as "productKind", ${products.title} as "productTitle",
      ${products.id} in (select id from held) as "isOwn", shown.count::int as count, shown.total::int as total
    from shown
      join ${passages} on ${passages.id} = shown.id
      join ${texts} on ${texts.id} = shown.text_id
      join ${products} on ${products.id} = shown.product_id
      left join ${lectures} on ${lectures.id} = ${texts.lectureId}
    where ${isHandedOut}
    order by best desc, shown.product_id, place`)
  return rows
}

/** Whether the file in which a text was read is still handed out: the job that forgets it may not have run yet. */
const isHandedOut = sql`(${texts.fileId} is null
  or exists (select from ${lectures} where ${lectures.id} = ${texts.lectureId} and ${lectures.captionsFileId} = ${texts.fileId})
  or exists (select from ${attachments} where ${attachments.lectureId} = ${texts.lectureId} and ${attachments.fileId} = ${texts.fileId})
  or exists (select from ${documentFiles} where ${documentFiles.productId} = ${texts.productId} and ${documentFiles.fileId} = ${texts.fileId})
  or exists (select from ${podcasts} where ${podcasts.productId} = ${texts.productId} and ${podcasts.captionsFileId} = ${texts.fileId}))`

export type NearRow = Pick<FoundRow, 'title' | 'lectureSlug' | 'slug' | 'productKind' | 'productTitle' | 'isOwn'> & {
  kind: Exclude<TextKind, 'transcript'>
}

/** Titles with these words or words that are spelled like them, of what somebody may find. */
export async function findNear(db: Executor, { memberId, words }: { memberId: string | undefined; words: string }) {
  const { rows } = await db.execute<NearRow>(sql`
    with held as materialized (${heldBy(memberId)})
    select ${texts.kind} as kind, ${texts.title} as title, ${lectures.slug} as "lectureSlug", ${products.slug} as slug, ${products.kind} as "productKind",
      ${products.title} as "productTitle", ${products.id} in (select id from held) as "isOwn"
    from near_titles(lower(${words}), array(select ${products.id} from ${products} where ${isPublished}), array(select id from held)) as near
      join ${texts} on ${texts.id} = near.text_id
      join ${products} on ${products.id} = ${texts.productId}
      left join ${lectures} on ${lectures.id} = ${texts.lectureId}
    where ${isHandedOut}
    order by nearness desc, ${texts.words}, ${texts.id} limit ${MOST_SUGGESTIONS}`)
  return rows
}
