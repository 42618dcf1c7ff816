import { getOwnerPage } from '#shared/kinds.ts'
import { type PageAddress, pageAddress } from '#shared/pages.ts'

/** The pages of a course for someone who studies it. A preview in the studio has its own. */
export type CourseLinks = {
  course: PageAddress
  exam: PageAddress
  getLecture: (slug: string) => PageAddress
}

export const getCourseLinks = (id: string): CourseLinks => ({
  course: getOwnerPage('course', id),
  exam: pageAddress('/Examination/:id', { id }),
  getLecture: (lectureSlug) =>
    pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', { slugOrPurchaseId: id, lectureSlug }),
})
