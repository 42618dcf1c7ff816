import { type PageAddress, pageAddress } from '#shared/pages.ts'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'

type PreviewSearch = {
  /** Whether only the page itself is shown, for a phone-sized frame. */
  isFrame: boolean
  /** Whether it is the page of a learner, who has the course, and not of a visitor. */
  isLearner?: boolean
  /** The lecture that the learner watches. */
  lecture?: string | undefined
}

export function readPreviewSearch(search: string): Required<PreviewSearch> {
  const parameters = new URLSearchParams(search)
  return {
    isFrame: parameters.has('frame'),
    isLearner: parameters.has('learner'),
    lecture: parameters.get('lecture') ?? undefined,
  }
}

function formatSearch({ isFrame, isLearner = false, lecture }: PreviewSearch): string {
  const parts = [
    ...(isLearner ? ['learner'] : []),
    ...(lecture === undefined ? [] : [`lecture=${encodeURIComponent(lecture)}`]),
    ...(isFrame ? ['frame'] : []),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

export function previewAddress(id: string, search: PreviewSearch): PageAddress {
  return (pageAddress('/Studio/Catalogue/:id/Preview', { id }) + formatSearch(search)) as PageAddress
}

export function trialExamAddress(id: string, { isFrame }: Pick<PreviewSearch, 'isFrame'>): PageAddress {
  return (pageAddress('/Studio/Catalogue/:id/TrialExam', { id }) + formatSearch({ isFrame })) as PageAddress
}

/** The pages of a draft for a learner. In a phone-sized frame, they stay in the frame. */
export const getPreviewLinks = (id: string, { isFrame }: Pick<PreviewSearch, 'isFrame'>): CourseLinks => ({
  course: previewAddress(id, { isFrame, isLearner: true }),
  exam: trialExamAddress(id, { isFrame }),
  getLecture: (lecture) => previewAddress(id, { isFrame, isLearner: true, lecture }),
})

/** Whether this is the phone-sized frame of a preview, which shows nothing of the studio. */
export function isPreviewFrame({ pathname, search }: { pathname: string; search: string }): boolean {
  return readPreviewSearch(search).isFrame && /\/(?:preview|trialexam)\/?$/i.test(pathname)
}
