import { getPostAddress } from '#features/community/discussions/ui/post-address.ts'
import { linkToMoment } from '#features/foundation/playback/ui/moment.ts'
import { capitalizeKind, type Kind, getOwnerPage, getProductPage, mapKinds } from '#shared/kinds.ts'
import { type PageAddress, pageAddress } from '#shared/pages.ts'
import type { Suggestion } from '../search.contract.ts'

type HitTarget = {
  product: { kind: Kind; id: string; isOwn: boolean }
  lectureId?: string | null
  seconds?: number | null
  /** A post, by its number in its thread. */
  thread?: { id: string; post: number } | null
}

type Address = { pathname: PageAddress; search: string; hash: string }

/** The URL at which a hit can be read or played. */
export function getHitAddress({
  product: { kind, id, isOwn },
  lectureId = null,
  seconds = null,
  thread = null,
}: HitTarget): Address {
  if (thread) return getPostAddress({ courseId: id, thread: thread.id, post: thread.post })
  const pathname =
    lectureId !== null
      ? pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', {
          slugOrPurchaseId: id,
          lectureSlug: lectureId,
        })
      : isOwn
        ? getOwnerPage(kind, id)
        : getProductPage(kind, id)
  return { ...(seconds === null ? { pathname, search: '' } : linkToMoment(pathname, seconds)), hash: '' }
}

export function getSuggestionAddress({ product_kind: kind, product_id: id, ...each }: Suggestion): Address {
  const thread = each.thread_id === null ? null : { id: each.thread_id, post: 0 }
  return getHitAddress({ product: { kind, id, isOwn: each.is_own }, lectureId: each.lecture_id, thread })
}

export const KIND_LABELS = mapKinds(capitalizeKind)

export const PART_LABELS = { lecture: 'Lecture', handout: 'Handout', thread: 'Discussion' } as const
