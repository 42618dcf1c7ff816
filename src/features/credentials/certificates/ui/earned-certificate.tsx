import { pageAddress } from '#shared/pages.ts'
import { Time } from '#web/shell/time.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { NextStep } from '#web/ui/next-step.tsx'
import type { OwnCertificates } from './fetch-own-certificates.ts'

export type EarnedCertificateData = OwnCertificates['earned'][number]

export function findEarnedCertificate(
  owned: OwnCertificates | undefined,
  courseId: string,
): EarnedCertificateData | undefined {
  return owned?.earned.find(({ course_id: id }) => id === courseId)
}

/** Describes a certificate that was earned but not requested, and links to the page for requesting it. */
export function describeEarnedCertificate({
  course_id: id,
  course_name: courseName,
}: Pick<EarnedCertificateData, 'course_id' | 'course_name'>) {
  return {
    title: `Next: get your ${courseName} certificate`,
    to: pageAddress('/Examination/:id/Evaluation', { id }),
    action: 'Get my certificate',
  }
}

type EarnedCertificateProps = {
  earned: EarnedCertificateData
  /** True if there are incomplete lectures, so that the page's primary button leads to the next one. */
  isLater?: boolean
}

/**
 * Shown to members who earned a certificate but have not requested the certificate, for example because they closed the tab.
 */
export function EarnedCertificate({ earned, isLater = false }: EarnedCertificateProps) {
  const { title, to, action } = describeEarnedCertificate(earned)
  return (
    <NextStep
      lead={
        <>
          {earned.exam ? 'You completed all lectures on' : 'You passed the exam on'} <Time at={earned.passed_on} />.
        </>
      }
      title={isLater ? `Your ${earned.course_name} certificate` : title}
    >
      <ButtonLink to={to} variant={isLater ? 'study-later' : 'study'}>
        {action}
      </ButtonLink>
    </NextStep>
  )
}
