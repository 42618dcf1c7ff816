import { listPageAddress } from '#shared/pages.ts'
import { KINDS, getProductPage } from '#shared/kinds.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { apiContext } from '#web/client/api-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buildListData } from '#web/shell/linked-data.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { PageLinks } from '#web/ui/page-links.tsx'
import { parsePageNumber, formatPageTitle } from '#web/ui/paging.ts'
import { useOwnedCourses } from '#features/catalog/resume/ui/continue-button.tsx'
import { CouponHint } from '#features/foundation/products/ui/coupon-hint.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { useSite } from '#web/shell/site.ts'
import type { Route } from './+types/courses-list.page.ts'
import type { listCoursesPage } from './courses.contract.ts'
import { SampleLink } from './ui/sample-link.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof listCoursesPage>('GET /Academy/api/courses/pages/:page/', {
    params: { page: parsePageNumber(params.page) },
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData: shown }) =>
  pageMeta(matches, {
    title: formatPageTitle('Courses', shown?.page ?? 1),
    description: 'Self-paced online courses for legal nurse consultants, with lectures, exams, and certificates.',
    path: listPageAddress(KINDS.course.shelf.address, shown?.page ?? 1),
    data: (site) => [
      buildListData(
        site,
        `${site.name} Courses`,
        (shown?.items ?? []).map(({ id_, course_name }) => ({
          name: course_name,
          path: getProductPage('course', id_),
        })),
      ),
    ],
  })

export default function CoursesListPage({ loaderData: { items: courses, page, pages } }: Route.ComponentProps) {
  const site = useSite()
  const whenOwned = useOwnedCourses()
  return (
    <div className="page-width">
      <PageHeading title={`${site?.name} Courses`}>
        Lectures, downloads, exams, and certificates for legal nurse consultants. Study at your own pace.
      </PageHeading>
      <CouponHint />
      {courses.length === 0 ? (
        <EmptyState title="There are no courses for sale right now. Please check back soon." />
      ) : (
        <CardGrid>
          {courses.map((course, index) => (
            <ProductCard
              key={course.id_}
              to={getProductPage('course', course.id_)}
              title={course.course_name}
              image={{ images: course.images, src: course.image_url, alt: '' }}
              text={course.course_short_description}
              meta={formatDollars(course.price)}
              more={course.sample && <SampleLink course={course} isOwned={whenOwned(course.id_).to !== undefined} />}
              action="Buy Course"
              variant="buy"
              eager={index === 0}
              {...whenOwned(course.id_)}
            />
          ))}
        </CardGrid>
      )}
      <PageLinks list={KINDS.course.shelf.address} page={page} pages={pages} />
    </div>
  )
}
