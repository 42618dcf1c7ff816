import type { ReactNode } from 'react'
import { apiContext } from '#web/api-context.ts'
import { Icon } from '#web/icon.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { readCertificate } from './certificates.contract.ts'
import { longDate } from '#shared/dates.ts'
import type { Route } from './+types/certificate.page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData ? `Certificate of ${loaderData.name}` : 'Certificate',
    ...(loaderData && {
      description: `${loaderData.name} completed ${loaderData.course_name} and passed its examination.`,
      path: `/Certificate/${loaderData.id}`,
    }),
    isPersonal: true,
  })

export function loader({ context, params }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof readCertificate>('GET /Academy/api/certificate/:id/', {
    params: { id: params.id },
  })
}

/** What an attorney sees who was given the address of a certificate. */
export default function CertificatePage({ loaderData: certificate }: Route.ComponentProps) {
  const isValid = certificate.status === 'valid'
  return (
    <div className="page-width max-w-[52rem] py-10 md:py-16">
      <p
        className={`mb-6 flex items-center gap-3 rounded-card border px-5 py-4 font-semibold ${isValid ? 'border-study/40 bg-study-wash text-study-ink' : 'border-danger/40 bg-danger-wash text-danger'}`}
      >
        <Icon name={isValid ? 'check-circle' : 'alert'} className="size-7" />
        {isValid
          ? `This certificate is valid. It was issued by ${certificate.issuer}.`
          : 'This certificate was revoked. It is no longer valid.'}
      </p>
      <article className="rounded-card border border-line bg-surface p-6 sm:p-10">
        <p className="text-sm font-semibold text-muted">Certificate of completion</p>
        <h1 className="mt-1 mb-8 wrap-anywhere">{certificate.name}</h1>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <Fact term="Course">{certificate.course_name}</Fact>
          <Fact term="Issued by">{certificate.issuer}</Fact>
          <Fact term="Completed on">{longDate(new Date(certificate.completed_on))}</Fact>
          <Fact term="Issued on">{longDate(new Date(certificate.issued_on))}</Fact>
          <Fact term="Certificate number">
            <span className="text-sm wrap-anywhere">{certificate.id}</span>
          </Fact>
        </dl>
        <p className="mt-8 border-t border-line pt-6 text-sm text-muted">
          It records that the person named completed the course and passed its examination. It is not a professional
          certification, and no nursing contact hours are awarded.
        </p>
      </article>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
