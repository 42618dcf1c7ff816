import type { ReactNode } from 'react'
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

export function HydrateFallback() {
  return (
    <CourseView
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

type CourseViewProps = {
  message?: ReactNode
  words: ReactNode
  outline: ReactNode
  picture: ReactNode
  about: ReactNode
}

/**
 * Stacked on phones, with the next lecture in view and the image further down. On tablets, the image is next to the
 * text; on wide screens, the outline is on the left and the image above the text.
 */
function CourseView({ message, words, outline, picture, about }: CourseViewProps) {
  return (
    <div className="page-width pt-4 sm:pt-6">
      <BackLink to="/MyAcademy/">My Academy</BackLink>
      {message && <div className="mb-6">{message}</div>}
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 sm:max-md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:grid-rows-[auto_auto_1fr] md:gap-x-10">
        <div className="sm:max-md:self-center md:col-start-2 md:row-start-2">{words}</div>
        <section
          aria-label="Lectures"
          className="sm:max-md:col-span-2 sm:max-md:row-start-2 md:col-start-1 md:row-span-3 md:row-start-1"
        >
          {outline}
        </section>
        <div className="max-sm:mt-4 sm:max-md:self-center md:col-start-2 md:row-start-1">{picture}</div>
        <section aria-labelledby="about" className="sm:col-span-2 sm:mt-4 md:col-span-1 md:col-start-2">
          <h2 id="about" className="mb-4 text-xl">
            About this course
          </h2>
          {about}
        </section>
      </div>
    </div>
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
    <CourseView
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
