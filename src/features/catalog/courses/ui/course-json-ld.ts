import type { Course } from 'schema-dts'
import { buildOfferJsonLd, buildProductJsonLd } from '#features/foundation/products/ui/product-json-ld.ts'
import { pageAddress } from '#shared/pages.ts'
import { buildPublisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { ShownCourse } from '../courses.contract.ts'

export function buildCourseJsonLd(site: Site, course: ShownCourse): Course {
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
      ...(course.study_minutes.total > 0 && { courseWorkload: `PT${course.study_minutes.total}M` }),
      ...(course.teacher && { instructor: { '@type': 'Person', name: course.teacher.name } }),
    },
    ...(course.sample && {
      hasPart: { '@id': site.public_url + pageAddress('/Course/:id/Sample/', { id: course.id_ }) },
    }),
    syllabusSections: course.lectures.map(({ name }) => ({ '@type': 'Syllabus', name })),
    ...(course.certificate.length > 0 && {
      educationalCredentialAwarded: {
        '@type': 'EducationalOccupationalCredential',
        name: 'Certificate of completion',
      },
    }),
  }
}
