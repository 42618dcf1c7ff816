import { getOwnerPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useNavigationMessage } from '#web/client/navigation-state.ts'
import { memberLoader } from '#web/client/load-state.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EarnedCertificate, findEarnedCertificate } from '#features/credentials/certificates/ui/earned-certificate.tsx'
import { certificateActions } from '#features/credentials/certificates/ui/certificate-actions.ts'
import {
  fetchOwnCertificates,
  type OwnCertificates,
} from '#features/credentials/certificates/ui/fetch-own-certificates.ts'
import {
  findCourseCertificate,
  ShareableCertificate,
} from '#features/credentials/certificates/ui/shareable-certificate.tsx'
import { ContinueButton } from '#features/catalog/resume/ui/continue-button.tsx'
import { ProductHeading } from '#features/foundation/products/ui/product-header.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DescriptionSkeleton, WordsSkeleton } from '#web/ui/skeletons.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { readOwnedCourse } from './study.contract.ts'
import { OwnedCourseLayout } from './ui/owned-course-layout.tsx'
import { CourseOutline } from './ui/course-outline.tsx'
import { OutlineSkeleton } from './ui/outline-skeleton.tsx'
import type { Route } from './+types/take-course.page.ts'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const course = loaderData?.view?.course
  return pageMeta(matches, {
    title: course?.course_name ?? 'Take Course',
    ...(course && { path: getOwnerPage('course', course.id) }),
    isPersonal: true,
  })
}

export const clientLoader = memberLoader(
  async ({ params: { id }, request: { signal, url } }: Route.ClientLoaderArgs) => {
    const [course, certificates] = await Promise.all([
      call<typeof readOwnedCourse>('GET /Academy/api/take/course/:id/', { params: { id }, signal }),
      fetchOwnCertificates(signal),
    ])
    // `?lecture=2` opens the second lecture; the default is the first.
    const asked = Number(new URL(url).searchParams.get('lecture') ?? 1)
    return { course, certificates, open: (course.lectures[asked - 1] ?? course.lectures[0])?.id }
  },
  { reasons: ['disputed'] },
)

export const clientAction = defineActions(certificateActions)

const MY_ACADEMY = <BackLink to="/MyAcademy/">My Academy</BackLink>

export function HydrateFallback() {
  return (
    <OwnedCourseLayout
      back={MY_ACADEMY}
      words={
        <div role="status">
          <h1 className="sr-only">Loading...</h1>
          <WordsSkeleton sentence={['w-full', 'w-full md:w-2/3', 'w-2/3 md:hidden']} />
        </div>
      }
      outline={<OutlineSkeleton />}
      picture={<Skeleton className="aspect-video rounded-card" />}
      about={<DescriptionSkeleton />}
    />
  )
}

export default function TakeCoursePage({ loaderData }: Route.ComponentProps) {
  return <LoadedPage loaded={loaderData}>{(view) => <OwnedCourse {...view} />}</LoadedPage>
}

type OwnedCourseProps = {
  course: EndpointReply<typeof readOwnedCourse>
  certificates: OwnCertificates | undefined
  open: string | undefined
}

function OwnedCourse({ course, certificates, open }: OwnedCourseProps) {
  const message = useNavigationMessage()
  const certificate = findCourseCertificate(certificates, course.id)
  const isFinished = course.lectures.every(({ is_completed: isCompleted }) => isCompleted)
  const earned = findEarnedCertificate(certificates, course.id)
  return (
    <OwnedCourseLayout
      back={MY_ACADEMY}
      message={message && <Notice kind="success">{message}</Notice>}
      words={
        <>
          <ProductHeading title={course.course_name} text={course.course_short_description} />
          <ButtonLink
            to={pageAddress('/MyAcademy/:id/Discussions', { id: course.id })}
            variant="quiet"
            className="mt-4 max-sm:w-full"
          >
            <Icon name="mail" />
            Course discussions
          </ButtonLink>
        </>
      }
      outline={
        <CourseOutline
          course={course}
          open={open}
          isCertified={certificate !== undefined}
          certificate={
            certificate && certificates ? (
              <>
                <ShareableCertificate certificate={certificate} sentTo={certificates.sent_to} heading="h3" />
                {isFinished && <ContinueButton />}
              </>
            ) : (
              earned && <EarnedCertificate earned={earned} isLater={!isFinished} />
            )
          }
        />
      }
      picture={
        <Picture
          images={course.images}
          src={course.imageURL}
          alt=""
          sizes="(min-width: 900px) 45rem, (min-width: 600px) 38vw, 100vw"
          eager
          className="rounded-card"
        />
      }
      about={<Prose html={course.course_full_description_html} />}
    />
  )
}
