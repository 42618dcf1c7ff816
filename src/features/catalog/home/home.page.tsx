import { pageAddress } from '#shared/pages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { listPopularCourses } from '#features/catalog/courses/courses.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getProductPage } from '#shared/kinds.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { apiContext } from '#web/client/api-context.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { buildAcademyData, buildSiteData } from '#web/shell/linked-data.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { SampleLink } from '#features/catalog/courses/ui/sample-link.tsx'
import { ContinueButton, useOwnedCourses } from '#features/catalog/resume/ui/continue-button.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { useIsSignedIn } from '#web/client/session.ts'
import { useSite } from '#web/shell/site.ts'
import type { Route } from './+types/home.page.ts'
import hero from './ui/hero.svg?url'

export async function loader({ context }: Route.LoaderArgs) {
  return { courses: await context.get(apiContext)<typeof listPopularCourses>('GET /Academy/api/courses/popular/') }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { path: '/', data: (site) => [buildAcademyData(site), buildSiteData(site)] })

export default function HomePage({ loaderData: { courses } }: Route.ComponentProps) {
  return (
    <>
      <Hero prices={formatPrices(courses)} />
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
      <InfoBand />
      <WhyChooseUs />
    </>
  )
}

function formatPrices(courses: Route.ComponentProps['loaderData']['courses']): string | undefined {
  const prices = courses.map(({ price }) => price).toSorted((a, b) => Number(a) - Number(b))
  const [low, high] = [prices[0], prices.at(-1)]
  if (low === undefined || high === undefined || Number(high) === 0) return undefined
  const range = low === high ? formatDollars(low) : `${formatDollars(low)} to ${formatDollars(high)}`
  return `${range} per course, paid once. No subscription.`
}

function Hero({ prices }: { prices: string | undefined }) {
  const site = useSite()
  const isSignedIn = useIsSignedIn()
  return (
    <section className="overflow-clip">
      <div className="page-width grid grid-cols-1 items-center gap-8 py-10 sm:py-14 min-[43.75rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] md:gap-12 md:py-16">
        <div className="flex flex-col items-start gap-5">
          <p className="text-sm font-semibold text-link">Welcome to {site?.name}</p>
          <h1 className="max-w-[19ch] text-hero">{site?.tagline}</h1>
          <p className="max-w-[36rem] text-balance text-muted">
            {site?.description} Learn at your own pace, take the exam when you’re ready, and earn a certificate.
          </p>
          <ContinueButton />
          <div className="mt-1 grid w-full gap-3 sm:flex sm:flex-wrap">
            {/* The same two buttons for everyone, so that the layout doesn't shift once the page knows whether a
                member is logged in. */}
            <ButtonLink to={isSignedIn ? '/MyAcademy/' : '/Register'} className="basis-52 px-7 whitespace-nowrap">
              {isSignedIn ? 'Go to My Academy' : 'Enroll Now!!'}
            </ButtonLink>
            <ButtonLink to={isSignedIn ? '/Register' : '/Courses/'} variant="quiet">
              {isSignedIn ? 'Enroll Now!!' : 'Browse courses'}
            </ButtonLink>
          </div>
          {prices !== undefined && <p className="money text-sm text-muted">{prices}</p>}
        </div>
        <img
          src={hero}
          alt=""
          width={640}
          height={560}
          fetchPriority="high"
          className="mx-auto h-auto w-full max-w-md min-[43.75rem]:max-w-none"
        />
      </div>
    </section>
  )
}

function CourseGrid({ courses }: { courses: EndpointReply<typeof listPopularCourses> }) {
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

function InfoBand() {
  return (
    <section aria-label="How you learn" className="bg-wash">
      <div className="page-width section-gap grid grid-cols-1 gap-10 md:grid-cols-[2fr_1fr] md:gap-16">
        <div className="grid grid-cols-1 gap-8 sm:grid-cols-3">
          <Point icon="cap" title="Experience">
            Lectures taught by expert instructors and built around what you’ll encounter in the exam room and in medical
            records.
          </Point>
          <Point icon="book" title="Education">
            Short narrated lectures with captions, worksheets, checklists, podcasts, and an exam with rationales.
          </Point>
          <Point icon="seal" title="Certificate">
            Score 80% or higher to earn a certificate. Share its link with your professional network.
          </Point>
        </div>
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

function Point({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 sm:flex sm:flex-col sm:gap-3">
      <Disc icon={icon} className="row-span-2 bg-surface" />
      <h2 className="text-lg">{title}</h2>
      <p className="text-sm text-muted">{children}</p>
    </div>
  )
}

function Disc({ icon, className }: { icon: IconName; className: string }) {
  return (
    <span className={classes('grid size-12 shrink-0 place-items-center rounded-full text-link', className)}>
      <Icon name={icon} className="size-6" />
    </span>
  )
}

const REASONS = [
  {
    title: 'Best Industry Leaders',
    text: 'Learn from expert instructors and leaders in legal nurse consulting through lectures, podcasts, and discussions.',
  },
  {
    title: 'Learn Online at Your Own Pace',
    text: 'Study on your phone between shifts or at your desk at\u00A0night, with captions and downloads.',
  },
  {
    title: 'Professional Certification',
    text: 'Complete a course, pass its exam, and earn a certificate of completion that attorneys can verify. It isn’t a board certification.',
  },
] as const

function WhyChooseUs() {
  return (
    <section aria-labelledby="why" className="page-width section-gap">
      <h2 id="why" className="mb-8">
        Why Choose Us?
      </h2>
      <ol className="grid gap-8 sm:grid-cols-3">
        {REASONS.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-ink pt-5">
            <span aria-hidden="true" className="money font-serif text-xl text-muted">
              {index + 1}
            </span>
            <h3 className="mt-1 mb-2">{title}</h3>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
