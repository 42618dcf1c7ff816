import { getImageUrl } from '#features/foundation/media/media.public.ts'
import { toKindView } from '#shared/lecture-kind.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import type { CourseSummary } from './courses.contract.ts'
import type { CourseRow } from './courses.service.ts'

export function toCourseSummary({
  slug,
  images,
  title,
  shortDescription,
  priceCents,
  sample,
}: CourseRow): CourseSummary {
  return {
    id_: slug,
    image_url: getImageUrl(images),
    images,
    course_name: title,
    course_short_description: shortDescription,
    price: formatDecimal(cents(priceCents)),
    sample: toSample(sample),
  }
}

export function toSample(sample: CourseRow['sample']): CourseSummary['sample'] {
  return sample && { lecture_name: sample.name, seconds: sample.seconds, ...toKindView(sample.kind, 0) }
}
