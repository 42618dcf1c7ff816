import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { minuteOf } from '#shared/dates.ts'
import type { Reader } from './discussions.queries.ts'
import { placeInWords, placeOfWords } from './discussions.rules.ts'
import { listOwn } from './own-posts.queries.ts'

const AT_ONCE = 20

/** What a member has written in discussions of whatever course, twenty at a time. */
export async function ownPosts({ db }: Pick<Deps, 'db'>, reader: Reader, after: string | undefined) {
  const place = after === undefined ? undefined : placeOfWords(after)
  const found = await listOwn(db, reader, {
    after: place && { writtenAt: place.activeAt, id: place.id },
    limit: AT_ONCE + 1,
  })
  const { timeZone } = await readSite(db)
  const shown = found.slice(0, AT_ONCE)
  const last = shown.at(-1)
  return {
    posts: shown.map(({ writtenAt, title, ...post }) => ({
      ...post,
      // Of a thread that somebody else began it is not his own.
      title: post.number === 0 ? title : null,
      written: minuteOf(writtenAt, timeZone),
    })),
    next:
      found.length > shown.length && last
        ? placeInWords({ isPinned: false, activeAt: last.writtenAt, id: last.id })
        : null,
  }
}
