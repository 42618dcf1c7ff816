import { createHash } from 'node:crypto'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { getFeedFileAddress } from '#features/foundation/media/media.public.ts'
import { readSite, getYear } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import { startOfDay } from '#shared/day-bounds.ts'
import { KINDS, getProductPage } from '#shared/kinds.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { type FreeEpisode, listFreeEpisodes } from './feed.queries.ts'
import { FEED_PATH, type FeedEpisode, renderFeed, makeUrlsAbsolute } from './feed.rules.ts'

export async function buildPodcastFeed({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<string> {
  const site = await readSite(db)
  const rows = await listFreeEpisodes(db, formatDay(now(), site.timeZone))
  const origin = config.publicUrl
  const address = origin + FEED_PATH
  const rendered = await readRendered(
    db,
    rows.map(({ fullDescription }) => toDocumentMarkdown(fullDescription)),
  )
  const html = (text: string) => rendered(toDocumentMarkdown(text)).html
  const changes = rows.map(({ updatedAt }) => updatedAt.getTime())
  return renderFeed({
    id: feedId(address),
    address,
    title: `${site.name} Podcasts`,
    description: site.description,
    page: origin + KINDS.podcast.shelf.address,
    cover: `${origin}/share/podcasts.png`,
    publisher: site.name,
    email: site.email,
    hosts: site.podcastHosts,
    year: getYear(now(), site),
    changedAt: changes.length > 0 ? new Date(Math.max(...changes)) : now(),
    episodes: rows.flatMap(
      (row) => toFeedEpisode(row, { origin, timeZone: site.timeZone, html: html(row.fullDescription) }) ?? [],
    ),
  })
}

/** Returns the episode for the feed, or undefined if it has nothing to play yet. */
function toFeedEpisode(
  row: FreeEpisode,
  { origin, timeZone, html }: { origin: string; timeZone: string; html: string },
): FeedEpisode | undefined {
  const media = row.audio ?? row.video
  if (!media) return undefined
  const { name, contentType, bytes, seconds } = media
  const page = origin + getProductPage('podcast', row.slug)
  return {
    id: row.id,
    title: row.title,
    summary: row.shortDescription,
    html: makeUrlsAbsolute(html, page),
    page,
    launchedAt: startOfDay(row.launchDate, timeZone),
    media: { address: origin + getFeedFileAddress(row.slug, name), contentType, bytes, seconds },
    transcript: row.captions === null ? undefined : origin + getFeedFileAddress(row.slug, row.captions),
  }
}

const FEEDS_NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

/** Returns the feed's ID, which Podcasting 2.0 defines as the UUIDv5 of the feed's URL without the scheme. */
function feedId(address: string): string {
  const bytes = createHash('sha1')
    .update(FEEDS_NAMESPACE)
    .update(address.replace(/^https?:\/\//, '').replace(/(?<!\/)\/+$/, ''))
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
