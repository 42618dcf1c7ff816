import { pageAddress } from '#shared/pages.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getProductPage } from '#shared/kinds.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { apiContext } from '#web/client/api-context.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useIsSignedIn } from '#web/client/session.ts'
import { buildAcademyData, buildSiteData } from '#web/shell/linked-data.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { SampleLink } from '#features/catalog/courses/ui/sample-link.tsx'
import { ContinueButton, useOwnedCourses } from '#features/catalog/resume/ui/continue-button.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import type { Route } from './+types/home.page.ts'
import type { readHomePage } from './home.contract.ts'
import hero from './ui/hero.svg?url'

type Content = NonNullable<EndpointReply<typeof readHomePage>['content']>
type Courses = EndpointReply<typeof readHomePage>['courses']

// This component is loaded separately, because only new academies show it.
const ComingSoon = lazy(() => import('./ui/coming-soon.tsx'))

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof readHomePage>('GET /Academy/api/home/')
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData?.content === null
    ? pageMeta(matches, { path: '/', title: 'Coming soon', description: 'We’re getting ready to open.' })
    : pageMeta(matches, { path: '/', data: (site) => [buildAcademyData(site), buildSiteData(site)] })

export default function HomePage({ loaderData: { content, courses } }: Route.ComponentProps) {
  if (!content)
    return (
      <Suspense>
        <ComingSoon hasCourses={courses.length > 0} />
      </Suspense>
    )
  return (
    <>
      <Hero {...content} prices={formatPrices(courses)} />
      <section aria-labelledby="our-courses" className="border-y border-line bg-surface">
        <div className="page-width section-gap">
          <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
            <h2 id="our-courses">Our Courses</h2>
            <Link
              to={pageAddress('/Courses/')}
              className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-link underline-offset-4 hover:underline"
            >
              Browse courses
              <Icon name="arrow" />
            </Link>
          </div>
          {courses.length > 0 ? (
            <CourseGrid courses={courses} />
          ) : (
            <p className="text-muted">Our first courses are coming soon.</p>
          )}
        </div>
      </section>
      <InfoBand points={content.points} />
      <WhyChooseUs reasons={content.reasons} />
    </>
  )
}

function formatPrices(courses: Courses): string | undefined {
  const prices = courses.map(({ price }) => price).toSorted((a, b) => Number(a) - Number(b))
  const [low, high] = [prices[0], prices.at(-1)]
  if (low === undefined || high === undefined || Number(high) === 0) return undefined
  const range = low === high ? formatDollars(low) : `${formatDollars(low)} to ${formatDollars(high)}`
  return `${range} per course, paid once. No subscription.`
}

function CourseGrid({ courses }: { courses: Courses }) {
  const whenOwned = useOwnedCourses()
  return (
    <CardGrid>
      {courses.map((course) => (
        <ProductCard
          key={course.id_}
          to={getProductPage('course', course.id_)}
          title={course.course_name}
          heading="h3"
          image={{ images: course.images, src: course.image_url, alt: '' }}
          text={course.course_short_description}
          meta={formatDollars(course.price)}
          more={course.sample && <SampleLink course={course} isOwned={whenOwned(course.id_).to !== undefined} />}
          action="Buy Course"
          variant="buy"
          {...whenOwned(course.id_)}
        />
      ))}
    </CardGrid>
  )
}

type HeroProps = Pick<Content, 'welcome' | 'heading' | 'text' | 'images'> & {
  prices: string | undefined
}

function Hero({ welcome, heading, text, images, prices }: HeroProps) {
  const isSignedIn = useIsSignedIn()
  return (
    <section className="overflow-clip">
      <div className="page-width grid grid-cols-1 items-center gap-8 py-10 sm:py-14 min-[43.75rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] md:gap-12 md:py-16">
        <div className="flex flex-col items-start gap-5">
          {welcome !== '' && <p className="text-sm font-semibold text-link">{welcome}</p>}
          <h1 className="max-w-[19ch] text-hero">{heading}</h1>
          {text !== '' && <p className="max-w-[36rem] text-balance whitespace-pre-line text-muted">{text}</p>}
          <ContinueButton />
          <HeroButtons isSignedIn={isSignedIn} />
          {prices !== undefined && <p className="money text-sm text-muted">{prices}</p>}
        </div>
        <HeroPicture images={images} />
      </div>
    </section>
  )
}

/**
 * Two buttons of the same size for everyone. Until React knows whether a member is logged in, an attribute of the root
 * element decides which buttons are shown. `first-load.ts` sets this attribute.
 */
function HeroButtons({ isSignedIn }: { isSignedIn: boolean }) {
  const first = 'basis-52 px-7 sm:whitespace-nowrap'
  return (
    <div data-asking={isSignedIn || undefined} className="mt-1 grid w-full gap-3 sm:flex sm:flex-wrap">
      <ButtonLink to="/MyAcademy/" className={classes(first, 'not-in-data-asking:hidden')}>
        Go to My Academy
      </ButtonLink>
      <ButtonLink to="/Register" variant="quiet" className="not-in-data-asking:hidden">
        Enroll Now!!
      </ButtonLink>
      {!isSignedIn && (
        <>
          <ButtonLink to="/Register" className={classes(first, 'in-data-asking:hidden')}>
            Enroll Now!!
          </ButtonLink>
          <ButtonLink to="/Courses/" variant="quiet" className="in-data-asking:hidden">
            Browse courses
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** The owner's picture or, if there is none, a drawing. Either is in the same place and loads before other pictures. */
function HeroPicture({ images }: Pick<Content, 'images'>) {
  const place = 'mx-auto w-full max-w-md min-[43.75rem]:max-w-none'
  if (images.length === 0)
    return <img src={hero} alt="" width={640} height={560} fetchPriority="high" className={classes(place, 'h-auto')} />
  return (
    <div className={classes(place, 'overflow-hidden rounded-card')}>
      <Picture
        images={images}
        alt=""
        sizes="(min-width: 1240px) 552px, (min-width: 700px) 45vw, min(28rem, 92vw)"
        shape="hero"
        eager
      />
    </div>
  )
}

const POINT_ICONS: readonly IconName[] = ['cap', 'book', 'seal']

function InfoBand({ points }: Pick<Content, 'points'>) {
  return (
    <section aria-label="How you learn" className="bg-wash">
      <div
        className={classes(
          'page-width section-gap grid grid-cols-1 gap-10 md:gap-16',
          points.length > 0 && 'md:grid-cols-[2fr_1fr]',
        )}
      >
        {points.length > 0 && (
          <div className="grid grid-cols-1 gap-8 sm:grid-cols-3">
            {points.map(({ title, text }, index) => (
              <div
                key={title}
                className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 sm:flex sm:flex-col sm:gap-3"
              >
                <Disc icon={POINT_ICONS[index % POINT_ICONS.length] ?? 'cap'} className="row-span-2 bg-surface" />
                <h2 className="text-lg">{title}</h2>
                <p className="text-sm whitespace-pre-line text-muted">{text}</p>
              </div>
            ))}
          </div>
        )}
        <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5 sm:p-6 sm:max-md:flex-row sm:max-md:items-center sm:max-md:gap-6">
          <Disc icon="clock" className="bg-wash" />
          <div className="flex-1">
            <h2 className="text-xl">Study at Your Own Pace</h2>
            <p className="mt-2 text-sm text-muted">Start anytime and stop anytime. Your progress is saved.</p>
          </div>
          <ButtonLink to="/Courses/">Get Started</ButtonLink>
        </div>
      </div>
    </section>
  )
}

function Disc({ icon, className }: { icon: IconName; className: string }) {
  return (
    <span className={classes('grid size-12 shrink-0 place-items-center rounded-full text-link', className)}>
      <Icon name={icon} className="size-6" />
    </span>
  )
}

function WhyChooseUs({ reasons }: Pick<Content, 'reasons'>) {
  if (reasons.length === 0) return null
  return (
    <section aria-labelledby="why" className="page-width section-gap">
      <h2 id="why" className="mb-8">
        Why Choose Us?
      </h2>
      <ol className="grid gap-8 sm:grid-cols-3">
        {reasons.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-ink pt-5">
            <span aria-hidden="true" className="money font-serif text-xl text-muted">
              {index + 1}
            </span>
            <h3 className="mt-1 mb-2">{title}</h3>
            <p className="text-sm whitespace-pre-line text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
