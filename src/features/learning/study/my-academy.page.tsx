import { certificateActions } from '#features/credentials/certificates/ui/certificate-actions.ts'
import { deletionActions } from '#features/people/own-account/ui/account-actions.ts'
import { DeletionNoticeIfDue } from '#features/people/own-account/ui/deletion-notice.tsx'
import {
  fetchOwnCertificates,
  type OwnCertificates,
} from '#features/credentials/certificates/ui/fetch-own-certificates.ts'
import { EarnedCertificate } from '#features/credentials/certificates/ui/earned-certificate.tsx'
import {
  findNewCertificate,
  ShareableCertificate,
} from '#features/credentials/certificates/ui/shareable-certificate.tsx'
import { CertificateList } from '#features/credentials/certificates/ui/own-certificate.tsx'
import { ContinueButton } from '#features/catalog/resume/ui/continue-button.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { getOwnerPage } from '#shared/kinds.ts'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { CardGridSkeleton } from '#web/ui/skeletons.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useNavigationMessage } from '#web/client/navigation-state.ts'
import { memberLoader } from '#web/client/load-state.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { listMyAcademy } from './study.contract.ts'
import type { Route } from './+types/my-academy.page.ts'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'My Academy', path: '/MyAcademy/', isPersonal: true })

export const clientLoader = memberLoader(async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [courses, certificates] = await Promise.all([
    call<typeof listMyAcademy>('GET /Academy/api/MyAcademy/', { signal }),
    fetchOwnCertificates(signal),
  ])
  return { courses, certificates }
})

export const clientAction = defineActions(certificateActions, deletionActions)

export function HydrateFallback() {
  return (
    <div className="page-width">
      <PageHeading title="My Academy" />
      <div className="mb-8">
        <ContinueButton />
      </div>
      <CardGridSkeleton imageClassName="h-75" />
    </div>
  )
}

export default function MyAcademyPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(owned) => <MyCourses {...owned} />}
    </LoadedPage>
  )
}

type MyCoursesProps = { courses: EndpointReply<typeof listMyAcademy>; certificates: OwnCertificates | undefined }

function MyCourses({ courses, certificates }: MyCoursesProps) {
  const message = useNavigationMessage()
  const newest = findNewCertificate(certificates)
  const earned = (certificates?.earned ?? []).map((each) => {
    const course = courses.find(({ id_: id }) => id === each.course_id)
    return { ...each, isLater: course !== undefined && course.lectureProgress < 100 }
  })
  return (
    <div className="page-width">
      <PageHeading title="My Academy" />
      <DeletionNoticeIfDue />
      {message && (
        <Notice kind="success" className="mb-8">
          {message}
        </Notice>
      )}
      {certificates && (earned.length > 0 || newest) && (
        <section aria-label="Your new certificate" className="mb-8 flex max-w-[52rem] flex-col gap-4">
          {earned.map(({ isLater, ...each }) => (
            <EarnedCertificate key={each.course_id} earned={each} isLater={isLater} />
          ))}
          {newest && <ShareableCertificate certificate={newest} sentTo={certificates.sent_to} heading="h2" />}
        </section>
      )}
      {/* If requesting a certificate is the next step, its button is the only primary one. */}
      {courses.length > 0 && earned.every(({ isLater }) => isLater) && (
        <div className="mb-8">
          <ContinueButton />
        </div>
      )}
      {courses.length === 0 ? (
        <EmptyState icon="cap" title="You don't have any enrolled courses">
          <ButtonLink to="/Courses/">Browse Available Courses</ButtonLink>
        </EmptyState>
      ) : (
        <CardGrid>
          {courses.map((course, index) => (
            <ProductCard
              key={course.id_}
              to={getOwnerPage('course', course.id_)}
              title={course.course_name}
              image={{ images: course.images, src: course.imageURL, alt: course.title }}
              imageClassName="h-75"
              text={course.course_short_description}
              clip
              meta={<Progress percent={course.lectureProgress} />}
              action="Take Course"
              variant="study"
              eager={index < 3}
            />
          ))}
        </CardGrid>
      )}
      <CertificateList owned={certificates} without={newest} className="mt-12" />
    </div>
  )
}

function Progress({ percent }: { percent: number }) {
  return (
    <span className="flex min-w-(--card-bar,0px) flex-col gap-1.5 text-sm font-medium whitespace-nowrap text-muted">
      {`${percent}% complete`}
      <ProgressBar value={percent} max={100} />
    </span>
  )
}
