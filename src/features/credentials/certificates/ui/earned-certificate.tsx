import { longDate } from '#shared/dates.ts'
import { pageAddress } from '#shared/pages.ts'
import { useLanguage } from '#web/shell/day.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { NextStep } from '#web/ui/next-step.tsx'
import type { OwnCertificates } from './own-certificate-actions.ts'

export type Earned = OwnCertificates['earned'][number]

export function earnedOf(owned: OwnCertificates | undefined, courseId: string): Earned | undefined {
  return owned?.earned.find(({ course_id: id }) => id === courseId)
}

/** What is there to be said of a certificate that was earned and not asked for, and where to ask. */
export function wordsForEarned({ course_id: id, course_name: courseName }: Pick<Earned, 'course_id' | 'course_name'>) {
  return {
    title: `Your certificate of ${courseName} waits for you`,
    to: pageAddress('/Examination/:id/Evaluation', { id }),
    action: 'To my certificate',
  }
}

/** To who has passed an examination and never asked for the certificate: a closed tab must not cost it. */
export function EarnedCertificate({ earned }: { earned: Earned }) {
  const { title, to, action } = wordsForEarned(earned)
  return (
    <NextStep lead={`You passed the examination on ${longDate(earned.passed_on, useLanguage())}.`} title={title}>
      <ButtonLink to={to} variant="study">
        {action}
      </ButtonLink>
    </NextStep>
  )
}
