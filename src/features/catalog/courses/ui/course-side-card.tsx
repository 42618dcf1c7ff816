import { loginAddress } from '#shared/pages.ts'
import { LinkCoupon, PayForm } from '#features/commerce/checkout/ui/lazy-pay-form.tsx'
import { getOwnerPage, getProductPage } from '#shared/kinds.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { OfferCard, OwnedNotice } from '#features/foundation/products/ui/offer-card.tsx'
import type { ViewerKind } from '#web/client/load-state.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import { useSite } from '#web/shell/site.ts'
import type { ShownCourse } from '../courses.contract.ts'
import { CourseValue } from './course-value.tsx'

/** The card next to the course. It says that the member has the course, sells it, or asks visitors to log in. */
export function CourseSideCard({ course, seenAs }: { course: ShownCourse; seenAs: ViewerKind | undefined }) {
  const isSignedIn = useIsSignedIn()
  const cards = useSite()?.cards
  const { id_: id, course_name: name, price, isPurchased, isDisputed } = course

  // The page was loaded for a member with access, who has been logged out in the meantime.
  if (isPurchased && !isSignedIn) {
    return (
      <section
        aria-label="Buy this course"
        className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6"
      >
        <p className="font-semibold">Please Login or Register to buy this course.</p>
        <ButtonLink to={loginAddress(getProductPage('course', id))} wide>
          Login
        </ButtonLink>
      </section>
    )
  }

  return (
    <OfferCard
      key={id}
      kind="course"
      name={name}
      price={price}
      slug={id}
      isPurchased={isPurchased}
      isDisputed={isDisputed}
      seenAs={seenAs}
      summary={<CourseValue course={course} />}
      coupon={(onQuoted) => <LinkCoupon productId={id} onQuoted={onQuoted} />}
      owned={
        <OwnedNotice
          text="You've already purchased this Course."
          to={getOwnerPage('course', id)}
          action="Take this Course"
        />
      }
    >
      {(onQuoted) =>
        cards && <PayForm product={{ kind: 'course', id, name, price }} cards={cards} onQuoted={onQuoted} />
      }
    </OfferCard>
  )
}
