import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { lectures, products, attachments } from '#db/tables/catalog.ts'
import { documentFiles, podcasts } from '#db/tables/handouts.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { passages, postPassages, texts } from '#db/tables/search.ts'
import { selectOpenCourses, type Reader } from '#features/community/discussions/readers.public.ts'
import { isOwnedBy } from '#features/foundation/ownership/ownership.public.ts'
import { academyDay, isPublished } from '#features/foundation/products/products.public.ts'
import type { Kind } from '#shared/kinds.ts'
import {
  HIGHLIGHT_MARKS,
  MAX_HITS,
  MAX_MARKED,
  MAX_RANKED,
  MAX_SUGGESTIONS,
  getIncludedWords,
  getSpellings,
  toWebSearchQuery,
} from './search.rules.ts'

/** `thread` is a post. */
type HitKind = (typeof texts.kind.enumValues)[number] | 'thread'

type HitThread = {
  id: string
  post: number
  lecture: string | null
}

export type PassageRow = {
  kind: HitKind
  title: string
  /** The text, with hits marked by `HIGHLIGHT_MARKS`. */
  body: string
  /** The time in the recording; for a thread, the time it is about. */
  seconds: number | null
  page: number | null
  lectureSlug: string | null
  thread: HitThread | null
  slug: string
  productKind: Kind
  productTitle: string
  isOwn: boolean
  /** The number of hits in the product and overall, up to the limit. */
  count: number
  total: number
}

/** Products that the member can read in full: their own, or those free for members. */
function selectAccessibleProducts(reader: Reader | undefined): SQL {
  if (reader === undefined) return sql`select null::uuid as id where false`
  return sql`select ${products.id} from ${products} where ${isOwnedBy(reader.memberId)}
    union select ${products.id} from ${products} join ${podcasts} on ${podcasts.productId} = ${products.id} where not ${podcasts.isForSale} and ${podcasts.launchDate} <= ${academyDay(sql`now()`)} and ${isPublished}`
}

type PassageQuery = { reader: Reader | undefined; words: string }

/**
 * The best hits in each product: the member's own products first, and course content before discussions. Ranks only a
 * limited number of hits of each kind (products, lectures, contents, discussions): the first that the database finds.
 */
export async function findPassages(db: Executor, { reader, words }: PassageQuery) {
  // Written out each time, so that the planner can estimate how often the words occur.
  const asked = getSpellings(words).map(
    (spelling) => sql`websearch_to_tsquery('public.academy', ${toWebSearchQuery(spelling)}::text)`,
  )
  const query = sql`(${sql.join(asked, sql` || `)})`
  // The distinct single words, as PostgreSQL itself separates them. Neither ranking nor highlighting may use `query`:
  // ranking compares every pair of its words at every pair of their positions, and the time and memory of `ts_headline`
  // grow exponentially with the length of a phrase, until PostgreSQL crashes.
  const marked = sql`coalesce((select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery from (
    select lexeme from unnest(to_tsvector('public.academy', ${getIncludedWords(words)}::text)) order by positions[1] limit ${MAX_MARKED}::int
  ) as included), ''::tsquery)`
  const anyMarked = sql`(select words from marked)`
  const fits = (kinds: SQL, whose: SQL) => sql`(
    select ${passages.id} as passage, null::uuid as post, ${passages.productId} as product_id, ts_rank(${passages.search}, ${anyMarked}) as rank
    from ${passages} where ${passages.search} @@ ${query} and ${passages.kind} ${kinds} and ${passages.productId} in (${whose}) limit ${MAX_RANKED}
  )`
  const fittingPosts = (courses: SQL) => sql`(
    select null::bigint, ${postPassages.postId}, ${postPassages.courseId}, ts_rank(${postPassages.search}, ${anyMarked})
    from ${postPassages} where ${postPassages.search} @@ ${query} and ${postPassages.courseId} in (${courses}) limit ${MAX_RANKED}
  )`
  const offered = sql`select ${products.id} from ${products} where ${isPublished} union all select id from held`
  const held = sql`select id from held`
  const marks = `StartSel=${HIGHLIGHT_MARKS.from}, StopSel=${HIGHLIGHT_MARKS.to}, MinWords=15, MaxWords=35`
  const { rows } = await db.execute<PassageRow>(sql`
    with held as materialized (${selectAccessibleProducts(reader)}),
    marked as materialized (select ${marked} as words),
    fitting as materialized (
      ${fits(sql`= 'product'`, offered)}
      ${
        reader === undefined
          ? sql``
          : sql`union all ${fits(sql`= 'lecture'`, held)}
            union all ${fits(sql`in ('transcript', 'handout')`, held)}
            union all ${fittingPosts(selectOpenCourses(reader))}`
      }
    ),
    standing as (
      select fitting.*, count(*) over () as total, count(*) over of_product as count, max(rank) over of_product as best,
        row_number() over (partition by product_id, post is null order by rank desc, passage, post) as place
      from fitting window of_product as (partition by product_id)
    ),
    shown as materialized (
      select * from standing where place <= case when post is null then ${MAX_HITS.ofProduct}::int else ${MAX_HITS.ofDiscussions}::int end
      order by product_id in (${held}) desc, best desc, product_id, post is not null, place limit ${MAX_HITS.inAll}
    )
    select coalesce(${texts.kind}::text, 'thread') as kind,
      case when ${threads.id} is not null then ${threads.title} when ${texts.kind} = 'product' then ${products.title} when ${texts.kind} = 'handout' then ${texts.title}
        else coalesce(${lectures.name}, ${products.title}) end as title,
      ts_headline('public.academy', coalesce(${passages.body}, ${postPassages.body}), ${anyMarked}, ${marks}) as body,
      coalesce(${passages.seconds}, floor(${threads.seconds})::int) as seconds, ${passages.page} as page, ${lectures.slug} as "lectureSlug",
      case when ${threads.id} is not null then jsonb_build_object('id', ${threads.id}, 'post', ${posts.number}, 'lecture', ${lectures.name}) end as thread,
      ${products.slug} as slug, ${products.kind} as "productKind", ${products.title} as "productTitle",
      ${products.id} in (${held}) as "isOwn", shown.count::int as count, shown.total::int as total
    from shown
      join ${products} on ${products.id} = shown.product_id
      left join ${passages} on ${passages.id} = shown.passage
      left join ${texts} on ${texts.id} = ${passages.textId}
      left join ${postPassages} on ${postPassages.postId} = shown.post
      left join ${posts} on ${posts.id} = shown.post
      left join ${threads} on ${threads.id} = ${posts.threadId}
      left join ${lectures} on ${lectures.id} = coalesce(${texts.lectureId}, ${threads.lectureId})
    where ${isHandedOut}
    order by "isOwn" desc, best desc, shown.product_id, shown.post is not null, place`)
  return rows
}

/** Checks that the text's file is still in use, because the cleanup job might not have run yet. */
const isHandedOut = sql`(${texts.fileId} is null
  or exists (select from ${lectures} where ${lectures.id} = ${texts.lectureId} and ${lectures.captionsFileId} = ${texts.fileId})
  or exists (select from ${attachments} where ${attachments.lectureId} = ${texts.lectureId} and ${attachments.fileId} = ${texts.fileId})
  or exists (select from ${documentFiles} where ${documentFiles.productId} = ${texts.productId} and ${documentFiles.fileId} = ${texts.fileId})
  or exists (select from ${podcasts} where ${podcasts.productId} = ${texts.productId} and ${podcasts.captionsFileId} = ${texts.fileId}))`

export type SuggestionRow = Pick<
  PassageRow,
  'title' | 'lectureSlug' | 'slug' | 'productKind' | 'productTitle' | 'isOwn'
> & {
  kind: Exclude<HitKind, 'transcript'>
  threadId: string | null
}

/** Titles that match these words or similar spellings, among the products that the reader may find. */
export async function findSimilarTitles(db: Executor, { reader, words }: PassageQuery) {
  const near = sql`lower(${words})`
  const { rows } = await db.execute<SuggestionRow>(sql`
    with held as materialized (${selectAccessibleProducts(reader)})
    select coalesce(${texts.kind}::text, 'thread') as kind, coalesce(${texts.title}, ${threads.title}) as title, ${threads.id} as "threadId",
      ${lectures.slug} as "lectureSlug", ${products.slug} as slug, ${products.kind} as "productKind", ${products.title} as "productTitle",
      ${products.id} in (select id from held) as "isOwn"
    from (
        select text_id, null::uuid as post_id, nearness
          from near_titles(${near}, array(select ${products.id} from ${products} where ${isPublished}), array(select id from held))
        ${reader === undefined ? sql`` : sql`union all select null, post_id, nearness from near_threads(${near}, array(${selectOpenCourses(reader)}))`}
        -- They find no more than eighty together; told so, the database looks these up, and does not read all posts.
        limit 80
      ) as near
      left join ${texts} on ${texts.id} = near.text_id
      left join ${posts} on ${posts.id} = near.post_id
      left join ${threads} on ${threads.id} = ${posts.threadId}
      join ${products} on ${products.id} = coalesce(${texts.productId}, ${threads.courseId})
      left join ${lectures} on ${lectures.id} = ${texts.lectureId}
    where ${isHandedOut}
    order by nearness desc, near.post_id is not null, lower(coalesce(${texts.title}, ${threads.title})), near.text_id, near.post_id limit ${MAX_SUGGESTIONS}`)
  return rows
}
