import { PayForm } from '#features/checkout/ui/pay-form.tsx'
import { dollars } from '#shared/money.ts'
import { ButtonLink } from '#web/button.tsx'
import { Icon } from '#web/icon.tsx'
import { LicenceNote } from '#web/licence-note.tsx'
import { useIsSignedIn } from '#web/session.ts'
import { useSite } from '#web/site.ts'
import type { CourseInShop } from '../courses.contract.ts'

/** Bought, for sale to a member, or for sale to somebody who has to log in first. */
export function CourseSideCard({ course }: { course: CourseInShop }) {
  const isSignedIn = useIsSignedIn()
  const cards = useSite()?.cards
  const login = `/login?next=${encodeURIComponent(`/Course/${course.id_}`)}`
  const register = `/Register?next=${encodeURIComponent(`/Course/${course.id_}`)}`
  return (
    <section
      aria-label="Buy this course"
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-6"
    >
      {course.isPurchased && isSignedIn && (
        <>
          <p className="flex items-start gap-3 font-semibold">
            <Icon name="check-circle" className="mt-1 text-study-ink" />
            You've already purchased this Course.
          </p>
          <ButtonLink to={`/MyAcademy/${course.id_}`} variant="study" wide>
            Take this Course
          </ButtonLink>
        </>
      )}
      {course.isPurchased && !isSignedIn && (
        <>
          <p className="font-semibold">Please Login or Register to buy this course.</p>
          <ButtonLink to={login} wide>
            Login
          </ButtonLink>
        </>
      )}
      {!course.isPurchased && (
        <>
          <p className="font-semibold">{course.course_name}</p>
          <p className="money font-serif text-2xl font-semibold">{dollars(course.price)}</p>
          <LicenceNote what="this course" />
          {isSignedIn && cards && (
            <PayForm
              product={{ kind: 'course', id: course.id_, name: course.course_name, price: course.price }}
              cards={cards}
            />
          )}
          {!isSignedIn && (
            <div className="flex flex-col gap-2">
              <ButtonLink to={login} variant="buy" wide>
                Login To Pay
              </ButtonLink>
              <p className="text-center text-xs font-semibold text-muted">OR</p>
              <ButtonLink to={register} variant="quiet" wide>
                Register To Pay
              </ButtonLink>
            </div>
          )}
        </>
      )}
    </section>
  )
}
