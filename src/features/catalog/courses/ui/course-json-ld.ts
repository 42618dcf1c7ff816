import type { Course } from 'schema-dts'
import { buildOfferJsonLd, buildProductJsonLd } from '#features/foundation/products/ui/product-json-ld.ts'
import { pageAddress } from '#shared/pages.ts'
import { buildPublisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { CourseDetail } from '../courses.contract.ts'

export function buildCourseJsonLd(site: Site, course: CourseDetail): Course {
  const named = { kind: 'course', slug: course.id_ } as const
  return {
    '@type': 'Course',
    ...buildProductJsonLd(site, { ...named, name: course.course_name, description: course.course_short_description }),
    inLanguage: 'en',
    provider: buildPublisherData(site),
    dateModified: course.updated_on,
    ...(course.outcomes.length > 0 && { teaches: course.outcomes }),
    ...(course.level && { educationalLevel: course.level }),
    offers: buildOfferJsonLd(site, { ...named, price: course.price, currency: course.currency }),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(course.study_minutes.total > 0 && { courseWorkload: toIsoDuration(course.study_minutes.total * 60) }),
      ...(course.teacher && { instructor: { '@type': 'Person', name: course.teacher.name } }),
    },
    ...(course.sample && {
      hasPart: { '@id': site.public_url + pageAddress('/Course/:id/Sample/', { id: course.id_ }) },
    }),
    syllabusSections: course.lectures.map(({ lecture_name, lecture_description, seconds }) => ({
      '@type': 'Syllabus',
      name: lecture_name,
      description: lecture_description,
      ...(seconds !== null && { timeRequired: toIsoDuration(seconds) }),
    })),
    educationalCredentialAwarded: {
      '@type': 'EducationalOccupationalCredential',
      name: `Certificate of completion: ${course.course_name}`,
      credentialCategory: 'Certificate of completion',
      recognizedBy: buildPublisherData(site),
    },
  }
}

/** 4380 → "PT1H13M"; at least one minute. */
function toIsoDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes % 60 > 0 ? `${minutes % 60}M` : ''}`
}
