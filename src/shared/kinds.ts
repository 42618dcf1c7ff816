import { pluralize } from './pluralize.ts'
import { type AddressBefore, type PageAddress, pageAddress, type PlainAddress } from './pages.ts'

/** What all products of a kind have in common. */
type KindDefinition = {
  /** The path of a product's page, without its slug. */
  page: AddressBefore<'id'>
  /** Whether that page is public. If it isn't, visitors are asked to log in first. */
  isPagePublic: boolean
  /** The page that lists products for sale, and the label of links to it. */
  shelf: { address: AddressBefore<'page'>; label: string }
  /**
   * The page that lists a member's products of this kind. Below its path, each product has a page. Null if members open
   * these products on the product pages.
   */
  owned: { address: AddressBefore<'id'> & PlainAddress; label: string } | null
  /** The endpoints that open and confirm a payment for a product, with the specification's names. */
  payment: { open: `/Academy/${string}/`; confirm: `/Academy/${string}/:myDocsID/:paymentIntentId` }
  /** A slug of this kind, as a sample for the API docs. */
  example: string
}

/** The kinds of products in display order. docs/adding-a-feature.md explains how to add one. */
export const KINDS = {
  course: {
    page: '/Course/',
    isPagePublic: true,
    shelf: { address: '/Courses/', label: 'Courses' },
    owned: { address: '/MyAcademy/', label: 'My Academy' },
    payment: {
      open: '/Academy/create-payment-intent/',
      confirm: '/Academy/api/myAcademy/payment/:myDocsID/:paymentIntentId',
    },
    example: 'defense-medical-exam-training',
  },
  podcast: {
    page: '/Podcast/',
    isPagePublic: false,
    shelf: { address: '/Podcasts/', label: 'Podcast' },
    owned: null,
    payment: {
      open: '/Academy/api/create-payment-podcast/',
      confirm: '/Academy/api/podcast/payment/:myDocsID/:paymentIntentId',
    },
    example: 'eyes-ears-watch-the-observers-three-tools',
  },
  document: {
    page: '/Document/',
    isPagePublic: true,
    shelf: { address: '/Documents/', label: 'Buy Docs' },
    owned: { address: '/MyDocuments/', label: 'My Docs' },
    payment: {
      open: '/Academy/api/create-payment-document/',
      confirm: '/Academy/api/documents/payment/:myDocsID/:paymentIntentId',
    },
    example: 'dme-observer-starter-kit',
  },
} as const satisfies Record<string, KindDefinition>

export type Kind = keyof typeof KINDS

export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]]

/** Returns the name of a kind with a capital letter, such as 'Course'. */
export function capitalizeKind(kind: Kind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** How many products of each kind there are. */
export type CountByKind = Record<`${Kind}s`, number>

/** Returns the name of the kind in folders and reports, such as 'courses'. */
export function pluralizeKind(kind: Kind): keyof CountByKind {
  return `${kind}s`
}

export function countByKind(products: readonly { kind: Kind }[]): CountByKind {
  const counts = KIND_NAMES.map((kind) => [
    pluralizeKind(kind),
    products.filter((product) => product.kind === kind).length,
  ])
  return Object.fromEntries(counts) as CountByKind
}

/** Formats counts, such as '3 courses, 1 podcast, 0 documents'. */
export function formatCounts(counts: CountByKind): string {
  return KIND_NAMES.map((kind) => pluralize(counts[pluralizeKind(kind)], kind)).join(', ')
}

/** The pages that list a member's products. */
export const OWNED_PAGES = KIND_NAMES.flatMap((kind) => KINDS[kind].owned ?? [])

/** Creates an object with a value for each kind. */
export function mapKinds<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  return Object.fromEntries(KIND_NAMES.map((kind) => [kind, make(kind)])) as Record<Kind, Value>
}

/** Returns the page that shows and sells a product, such as `/Course/defense-medical-exam-training`. */
export function getProductPage(kind: Kind, slug: string): PageAddress {
  return pageAddress(`${KINDS[kind].page}:id`, { id: slug })
}

/** Returns the picture that is shown when someone shares the product's page. */
export function getShareImage(kind: Kind, slug: string): string {
  return `/share/${kind}/${slug}.png`
}

/** Returns the page where a member with access opens a product, by its slug or purchase ID. */
export function getOwnerPage(kind: Kind, slugOrPurchaseId: string): PageAddress {
  const { owned, page } = KINDS[kind]
  return pageAddress(`${owned?.address ?? page}:id`, { id: slugOrPurchaseId })
}
