import type { ReactNode } from 'react'
import { ProductHeaderLayout, ProductHeading } from '#features/foundation/products/ui/product-header.tsx'
import { classes } from '#web/ui/classes.ts'
import { Prose } from '#web/ui/prose.tsx'
import type { ShownCourse } from '../courses.contract.ts'
import { CourseFacts, CourseOutcomes } from './course-facts.tsx'
import { CourseIncludes } from './course-includes.tsx'
import { CourseLectures } from './course-lectures.tsx'
import { CourseSection } from './course-section.tsx'
import { CourseCertificate, CourseFaq, CourseInstructor, CourseSources, InstructorLine } from './course-trust.tsx'
import { PriceBar } from './price-bar.tsx'

type CourseViewProps = {
  course: ShownCourse
  picture: ReactNode
  /** The card next to the course. */
  offer: ReactNode
  isOffered: boolean
  /** Whether the offer contains the card form. */
  paysHere: boolean
}

/** The page of a course. The preview of a draft renders the same. */
export function CourseView({ course, picture, offer, isOffered, paysHere }: CourseViewProps) {
  return (
    <div>
      <div className="page-width pt-6 sm:pt-12">
        <div className="grid grid-cols-1 gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem]">
          <header className="flex flex-col gap-4 sm:gap-7">
            <ProductHeaderLayout
              words={<ProductHeading title={course.course_name} text={course.course_short_description} />}
              picture={picture}
            />
            {course.teacher && <InstructorLine teacher={course.teacher} />}
          </header>
          <aside className="md:row-span-2">
            {/* With a card form, the column is taller than most screens, so it must not be sticky. */}
            <div className={classes('flex flex-col gap-6', !paysHere && 'md:sticky md:top-22')}>
              {offer}
              <CourseIncludes course={course} />
            </div>
          </aside>
          <div className="flex flex-col gap-12 max-sm:mt-4">
            <CourseOutcomes outcomes={course.outcomes} />
            <CourseFacts course={course} />
            <CourseSection id="about" title="About this course">
              <Prose html={course.course_full_description_html} />
            </CourseSection>
            <CourseLectures lectures={course.lectures} sample={course.sample} />
            {course.teacher && <CourseInstructor teacher={course.teacher} />}
            <CourseCertificate says={course.certificate} />
            <CourseFaq asked={course.common_questions} />
            <CourseSources sources={course.citations} />
          </div>
        </div>
      </div>
      {isOffered && <PriceBar price={course.price} action="Buy Course" everywhere={paysHere} />}
    </div>
  )
}
