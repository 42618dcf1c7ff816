import { dollars } from '#shared/dollars.ts'

/** Who may hear it: everybody with an account where it is free, otherwise who bought it. */
export function isOpen(podcast: { isForSale: boolean; isPurchased: boolean }): boolean {
  return !podcast.isForSale || podcast.isPurchased
}

/** Which of the three cards of the list a podcast gets. */
export function cardOf(podcast: { isForSale: boolean; isPurchased: boolean; price: string; launchDate: string }) {
  if (!podcast.isForSale) return { state: `Date Launch: ${podcast.launchDate}`, action: 'View Podcast' } as const
  if (podcast.isPurchased) return { state: 'Purchased', action: 'View Podcast' } as const
  return { state: dollars(podcast.price), action: 'Buy Podcast' } as const
}
