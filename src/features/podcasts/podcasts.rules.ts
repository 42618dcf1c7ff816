import { dollars } from '#shared/money.ts'

/** Who may hear it: everybody with an account where it is free, otherwise who bought it. */
export function isOpen(podcast: { isForSale: boolean; isPurchased: boolean }): boolean {
  return !podcast.isForSale || podcast.isPurchased
}

/** Which of the three cards of the list a podcast gets. */
export function cardOf(podcast: { is_for_sale: boolean; is_purchased: boolean; price: string; launch_date: string }) {
  if (!podcast.is_for_sale) return { state: `Date Launch: ${podcast.launch_date}`, action: 'View Podcast' } as const
  if (podcast.is_purchased) return { state: 'Purchased', action: 'View Podcast' } as const
  return { state: dollars(podcast.price), action: 'Buy Podcast' } as const
}
