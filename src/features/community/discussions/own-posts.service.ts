import type { Deps } from '#platform/deps.ts'
import type { Reader } from './discussions.queries.ts'
import { encodeCursor, decodeCursor } from './discussions.rules.ts'
import { listOwnPosts } from './own-posts.queries.ts'

const PAGE_SIZE = 20

export async function getOwnPosts({ db }: Pick<Deps, 'db'>, reader: Reader, after: string | undefined) {
  const place = after === undefined ? undefined : decodeCursor(after)
  const found = await listOwnPosts(db, reader, {
    after: place && { writtenAt: place.activeAt, id: place.id },
    limit: PAGE_SIZE + 1,
  })
  const shown = found.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    posts: shown.map(({ writtenAt, title, ...post }) => ({
      ...post,
      // The thread's title was written by the author of its first post.
      title: post.number === 0 ? title : null,
      writtenAt,
    })),
    next:
      found.length > shown.length && last
        ? encodeCursor({ isPinned: false, activeAt: last.writtenAt, id: last.id })
        : null,
  }
}
