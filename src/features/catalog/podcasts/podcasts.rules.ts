import { formatDollars } from '#shared/format-dollars.ts'

/** Who may hear it: everybody with an account where it is free, otherwise who bought it. */
export function canPlay(podcast: { isForSale: boolean; isPurchased: boolean }): boolean {
  return !podcast.isForSale || podcast.isPurchased
}

/** Which of the three cards of the list a podcast gets. */
export function getCardKind(podcast: { isForSale: boolean; isPurchased: boolean; price: string; launchDate: string }) {
  if (!podcast.isForSale) return { state: `Date Launch: ${podcast.launchDate}`, action: 'View Podcast' } as const
  if (podcast.isPurchased) return { state: 'Purchased', action: 'View Podcast' } as const
  return { state: formatDollars(podcast.price), action: 'Buy Podcast' } as const
}
