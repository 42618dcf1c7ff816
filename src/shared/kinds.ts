import { pluralize } from './pluralize.ts'
import { type AddressBefore, type PageAddress, pageAddress, type PlainAddress } from './pages.ts'

/** What is true of every product of a kind. */
type KindDefinition = {
  /** The page of one product, before its slug. */
  page: AddressBefore<'id'>
  /** Whether everybody may read that page; otherwise strangers are asked to log in first. */
  isPagePublic: boolean
  /** The page of what is on offer, and the link that leads there. */
  shelf: { address: AddressBefore<'page'>; label: string }
  /** The page of what a member owns, below which each product is opened; null: owners open it on its own page. */
  owned: { address: AddressBefore<'id'> & PlainAddress; label: string } | null
  /** The calls that open and confirm its payment, as the specification spells them. */
  payment: { open: `/Academy/${string}/`; confirm: `/Academy/${string}/:myDocsID/:paymentIntentId` }
  /** A slug of this kind, in the documents of the API. */
  example: string
}

/** The kinds of products, in the order in which they are counted up. docs/adding-a-feature.md tells how another one comes in. */
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

/** How many products there are of each kind. */
export type CountByKind = Record<`${Kind}s`, number>

/** 'courses': as folders and reports call products of a kind. */
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

/** '3 courses, 1 podcast, 0 documents' */
export function formatCounts(counts: CountByKind): string {
  return KIND_NAMES.map((kind) => pluralize(counts[pluralizeKind(kind)], kind)).join(', ')
}

/** The pages of what a member owns. */
export const OWNED_PAGES = KIND_NAMES.flatMap((kind) => KINDS[kind].owned ?? [])

/** Something for each kind. */
export function mapKinds<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  return Object.fromEntries(KIND_NAMES.map((kind) => [kind, make(kind)])) as Record<Kind, Value>
}

/** `/Course/defense-medical-exam-training`: the page that shows and sells a product. */
export function getProductPage(kind: Kind, slug: string): PageAddress {
  return pageAddress(`${KINDS[kind].page}:id`, { id: slug })
}

/** The picture that people see when a page of the product is shared with them. */
export function getShareImage(kind: Kind, slug: string): string {
  return `/share/${kind}/${slug}.png`
}

/** Where its owner opens a product, named by its slug or by the purchase of it. */
export function getOwnerPage(kind: Kind, slugOrPurchaseId: string): PageAddress {
  const { owned, page } = KINDS[kind]
  return pageAddress(`${owned?.address ?? page}:id`, { id: slugOrPurchaseId })
}
