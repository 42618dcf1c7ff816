import type { EndpointReply } from '#shared/endpoint.ts'
import { type PageAddress, pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { Role } from '#shared/policy.ts'
import type { findInStudio } from '../palette.contract.ts'
import { getSearchAddress } from './search-address.ts'
import { saveSearchText } from './search-text.ts'
import { getStudioAreas, type StudioArea } from './studio-menu.ts'

export type PaletteItem = {
  id: string
  title: string
  detail: string
  /**
   * Called when the item is chosen, because the address of an order refers to a search text that this tab must store.
   */
  getAddress: () => PageAddress
}

/** A page outside the studio. */
const ACCOUNT: StudioArea = {
  label: 'Account',
  pages: [
    {
      to: '/Account/Security',
      label: 'Account security',
      about: 'Your password, two-factor authentication, and devices',
      act: 'enter studio',
    },
  ],
}

/** The pages with all of these words, those with a word in their name first. Without words, all pages. */
export function findPages(role: Role, words: string): PaletteItem[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean)
  const areas = getStudioAreas(role)
  const pages = [...areas, ...(areas.length > 0 ? [ACCOUNT] : [])].flatMap(({ label: area, pages: ofArea }) =>
    ofArea.map(({ to, label, about, words: more = '' }) => ({
      searched: `${area} ${label} ${about} ${more}`,
      item: {
        id: to,
        title: label,
        detail: area === label ? about : `${area} · ${about}`,
        getAddress: () => to,
      },
    })),
  )
  const isIn = (text: string) => (word: string) => text.toLowerCase().includes(word)
  return pages
    .filter(({ searched }) => all.every(isIn(searched)))
    .map(({ item }) => item)
    .toSorted((one, other) => Number(all.some(isIn(other.title))) - Number(all.some(isIn(one.title))))
}

const KINDS = { course: 'Course', podcast: 'Podcast', document: 'Document' }

export function toPaletteItems({
  members,
  groups,
  orders,
  products,
}: EndpointReply<typeof findInStudio>): PaletteItem[] {
  return [
    ...members.map(({ id, name, email }) => ({
      id: `member ${id}`,
      title: name,
      detail: `Member · ${email}`,
      getAddress: () => pageAddress('/Studio/People/:id', { id }),
    })),
    ...groups.map(({ id, name, members: many }) => ({
      id: `group ${id}`,
      title: name,
      detail: `Group · ${pluralize(many, 'member')}`,
      getAddress: () => pageAddress('/Studio/Groups/:id', { id }),
    })),
    ...orders.map(({ order_number: number, item, buyer }) => ({
      id: `order ${number}`,
      title: number,
      detail: ['Order', buyer, item].filter(Boolean).join(' · '),
      getAddress: () => getSearchAddress('/Studio/Orders/', { state: 'any', search: saveSearchText(number) ?? '' }),
    })),
    ...products.map(({ id, kind, name }) => ({
      id: `product ${id}`,
      title: name || 'Untitled',
      detail: KINDS[kind],
      getAddress: () => pageAddress('/Studio/Catalogue/:id', { id }),
    })),
  ]
}
