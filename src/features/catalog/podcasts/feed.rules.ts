import { escapeHtml } from '#shared/escape-html.ts'
import { escapeXml } from '#shared/xml.ts'

export const FEED_PATH = '/feed/podcasts.xml'

export type FeedEpisode = {
  /** The episode's permanent ID, which stays the same no matter what else changes. */
  id: string
  title: string
  summary: string
  html: string
  page: string
  launchedAt: Date
  media: { address: string; contentType: string; bytes: number; seconds: number | null }
  transcript: string | undefined
}

export type Feed = {
  id: string
  address: string
  title: string
  description: string
  page: string
  cover: string
  publisher: string
  /** The contact address. Podcast directories send email to it to verify that someone owns the feed. */
  email: string
  hosts: readonly string[]
  year: number
  changedAt: Date
  episodes: readonly FeedEpisode[]
}

const NAMESPACES = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
}

/** Makes the URLs in sanitized HTML absolute, because players show it outside the academy's pages. */
export function makeUrlsAbsolute(html: string, page: string): string {
  return html.replaceAll(/ (href|src)="([^"]*)"/g, (whole, name: string, address: string) => {
    const absolute = URL.parse(address.replaceAll('&amp;', '&'), page)
    return absolute ? ` ${name}="${escapeHtml(absolute.href)}"` : whole
  })
}

/** Renders the feed as RSS 2.0 with tags from Apple and Podcasting 2.0. */
export function renderFeed(feed: Feed): string {
  const { title, description, page, cover, publisher, email, hosts } = feed
  const namespaces = Object.entries(NAMESPACES).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`)
  const owner = element('itunes:owner', {}, [text('itunes:name', publisher), text('itunes:email', email)])
  const channel = element('channel', {}, [
    text('title', title),
    text('link', page),
    element('atom:link', { href: feed.address, rel: 'self', type: 'application/rss+xml' }),
    text('description', description),
    text('language', 'en-us'),
    text('copyright', `© ${feed.year} ${publisher}`),
    text('lastBuildDate', feed.changedAt.toUTCString()),
    element('image', {}, [text('url', cover), text('title', title), text('link', page)]),
    element('itunes:image', { href: cover }),
    text('itunes:author', publisher),
    email === '' ? '' : owner,
    element('itunes:category', { text: 'Education' }, [element('itunes:category', { text: 'Courses' })]),
    text('itunes:explicit', 'false'),
    text('itunes:type', 'episodic'),
    text('podcast:guid', feed.id),
    text('podcast:medium', 'podcast'),
    // "yes" means that other hosts may import the feed only if its owner agrees.
    email === '' ? '' : text('podcast:locked', 'yes', { owner: email }),
    ...hosts.map((name) => text('podcast:person', name, { role: 'host' })),
    ...feed.episodes.map(renderItem),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${namespaces.join('')}>${channel}</rss>\n`
}

function renderItem({ id, title, summary, html, page, launchedAt, media, transcript }: FeedEpisode): string {
  return element('item', {}, [
    text('title', title),
    text('link', page),
    text('guid', id, { isPermaLink: 'false' }),
    text('pubDate', launchedAt.toUTCString()),
    text('description', summary),
    text('content:encoded', html),
    element('enclosure', { url: media.address, length: String(media.bytes), type: media.contentType }),
    media.seconds === null ? '' : text('itunes:duration', String(Math.floor(media.seconds))),
    text('itunes:explicit', 'false'),
    text('itunes:episodeType', 'full'),
    transcript === undefined
      ? ''
      : element('podcast:transcript', { url: transcript, type: 'text/vtt', language: 'en', rel: 'captions' }),
  ])
}

type Attributes = Readonly<Record<string, string>>

function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const opened = `${name}${given.join('')}`
  const inside = children.filter((child) => child !== '')
  return inside.length === 0 ? `<${opened}/>` : `<${opened}>\n${inside.join('\n')}\n</${name}>`
}

function text(name: string, content: string, attributes: Attributes = {}): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${given.join('')}>${escapeXml(content)}</${name}>`
}
