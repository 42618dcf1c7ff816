import { formatDollars } from '#shared/format-dollars.ts'

/**
 * Whether a member can play the podcast. After their launch date, every member can play free podcasts. Others can be
 * played only by members who bought them.
 */
export function canPlay(podcast: { isForSale: boolean; isPurchased: boolean; isLaunched: boolean }): boolean {
  return podcast.isPurchased || (!podcast.isForSale && podcast.isLaunched)
}

/** Returns which of three kinds of cards a podcast has in the list. */
export function getCardKind(podcast: { isForSale: boolean; isPurchased: boolean; price: string }) {
  if (!podcast.isForSale) return { state: 'Date Launch: ', action: 'View Podcast' } as const
  if (podcast.isPurchased) return { state: 'Purchased', action: 'View Podcast' } as const
  return { state: formatDollars(podcast.price), action: 'Buy Podcast' } as const
}
