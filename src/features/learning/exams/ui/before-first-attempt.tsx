import type { EndpointReply } from '#shared/endpoint.ts'
import { MIN_PASSING_PERCENT } from '#shared/passing-score.ts'
import { pluralize } from '#shared/pluralize.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { readExam } from '../exams.contract.ts'

type FirstAttempt = NonNullable<EndpointReply<typeof readExam>['first_attempt']>

/** What is saved, how often the exam can be taken, and what others see. */
export function BeforeFirstAttempt({ max_failures: maxFailures, wait_hours: waitHours }: FirstAttempt) {
  const retakes =
    waitHours === 0
      ? 'You can retake the exam as often as you like.'
      : `After ${maxFailures} failed attempts in a day, you must wait ${pluralize(waitHours, 'hour')}.`
  const lines: readonly [IconName, string][] = [
    ['check', 'Your answers are saved as you go, for 24 hours.'],
    ['book', `You need ${MIN_PASSING_PERCENT}% or higher to pass. ${retakes}`],
    ['lock', 'We keep your answers and score in your account. They’re never public.'],
    [
      'seal',
      'Your certificate never shows your score. It’s a certificate of completion only if you complete all lectures.',
    ],
  ]
  return (
    <section aria-labelledby="before-exam" className="text-sm short:text-xs">
      <p id="before-exam" className="mb-1 font-semibold short:mb-0">
        Before you start
      </p>
      <ul className="flex list-none flex-col gap-1 text-muted short:gap-0.5">
        {lines.map(([icon, line]) => (
          <li key={icon} className="flex items-start gap-2 text-pretty">
            <Icon name={icon} className="mt-0.5 size-4 short:mt-0" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
