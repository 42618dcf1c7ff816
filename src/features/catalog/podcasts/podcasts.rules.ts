import { formatDollars } from '#shared/format-dollars.ts'

/** Every member can play free podcasts from their launch date on; others can be played by members who bought them. */
export function canPlay(podcast: { isForSale: boolean; isPurchased: boolean; isLaunched: boolean }): boolean {
  return podcast.isPurchased || (!podcast.isForSale && podcast.isLaunched)
}

/** Which of the three cards a podcast gets in the list. */
export function getCardKind(podcast: { isForSale: boolean; isPurchased: boolean; price: string }) {
  if (!podcast.isForSale) return { state: 'Date Launch: ', action: 'View Podcast' } as const
  if (podcast.isPurchased) return { state: 'Purchased', action: 'View Podcast' } as const
  return { state: formatDollars(podcast.price), action: 'Buy Podcast' } as const
}
