import { pageAddress } from '#shared/pages.ts'
import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getProductPage } from '#shared/kinds.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { apiContext } from '#web/client/api-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { buildAcademyData, buildSiteData } from '#web/shell/linked-data.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { SampleLink } from '#features/catalog/courses/ui/sample-link.tsx'
import { useOwnedCourses } from '#features/catalog/resume/ui/continue-button.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import type { Route } from './+types/home.page.ts'
import type { readHomePage } from './home.contract.ts'
import { ComingSoon } from './ui/coming-soon.tsx'
import { Hero, InfoBand, WhyChooseUs } from './ui/home-sections.tsx'

type Courses = EndpointReply<typeof readHomePage>['courses']

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof readHomePage>('GET /Academy/api/home/')
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData?.content === null
    ? pageMeta(matches, { path: '/', title: 'Coming soon', description: 'We’re getting ready to open.' })
    : pageMeta(matches, { path: '/', data: (site) => [buildAcademyData(site), buildSiteData(site)] })

export default function HomePage({ loaderData: { content, courses } }: Route.ComponentProps) {
  if (!content) return <ComingSoon hasCourses={courses.length > 0} />
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
