import { atMoment } from '#features/playback/ui/moment.ts'
import { type Kind, ownersPageOf, pageOf } from '#shared/kinds.ts'
import { type PageAddress, pageAddress } from '#shared/pages.ts'

type Place = {
  product: { kind: Kind; id: string; isOwn: boolean }
  lectureId: string | null
  seconds?: number | null
}

/** Where one reads or hears what was found. */
export function placeOf({ product, lectureId, seconds = null }: Place): { pathname: PageAddress; search: string } {
  const { kind, id, isOwn } = product
  const pathname =
    lectureId !== null
      ? pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', {
          slugOrPurchaseId: id,
          lectureSlug: lectureId,
        })
      : isOwn
        ? ownersPageOf(kind, id)
        : pageOf(kind, id)
  return seconds === null ? { pathname, search: '' } : atMoment(pathname, seconds)
}

/** What a kind of product is called beside its name. */
export const KIND_WORDS = { course: 'Course', podcast: 'Podcast', document: 'Document' } satisfies Record<Kind, string>
