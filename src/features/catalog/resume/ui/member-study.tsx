import type { ComponentProps, ReactNode } from 'react'
import type { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { call } from '#web/client/api.ts'
import { storedToken } from '#web/client/session.ts'
import { getOwnerPage } from '#shared/kinds.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { type PageAddress, pageAddress } from '#shared/pages.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { AUTOPLAY_STATE } from '#web/client/navigation-state.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { readNextStep } from '../resume.contract.ts'

type Study = EndpointReply<typeof readNextStep>

export type MemberStudy = {
  button: ReactNode
  cardOf: (slug: string) => Partial<ComponentProps<typeof ProductCard>>
}

/** Components on the same page share a request if they ask for it within this time. */
const DEDUPE_MS = 2_000
let pendingRequest: { token: string | undefined; at: number; answer: Promise<MemberStudy> } | undefined

/** Loads where a member continues and how much they have watched. If that fails, the links to courses still work. */
export function readMemberStudy(): Promise<MemberStudy> {
  const token = storedToken()
  if (pendingRequest && pendingRequest.token === token && Date.now() - pendingRequest.at < DEDUPE_MS)
    return pendingRequest.answer
  pendingRequest = { token, at: Date.now(), answer: fetchStudy().then(toMemberStudy) }
  return pendingRequest.answer
}

async function fetchStudy(): Promise<Study | null> {
  try {
    return await call<typeof readNextStep>('GET /Academy/api/MyAcademy/next/')
  } catch (error) {
    console.error(error)
    return null
  }
}

function toMemberStudy(study: Study | null): MemberStudy {
  return {
    button: <Continue study={study} />,
    cardOf: (slug) => {
      const owned = study?.courses.find(({ id_: id }) => id === slug)
      if (!owned) return {}
      const { watched, has_certificate: hasCertificate, exam } = owned
      return {
        to: getOwnerPage('course', slug),
        meta: (
          <span className="text-sm whitespace-nowrap text-study-ink">
            {hasCertificate ? (exam ? 'Completed' : 'Passed') : watched === 0 ? 'Enrolled' : `${watched}% complete`}
          </span>
        ),
        // This text must not be wider than 'Buy Course', which it replaces.
        action: <span className="-mx-1">Take Course</span>,
        variant: 'study',
      }
    },
  }
}

/** A button that plays the lecture where the member stopped, or opens the next step. */
function Continue({ study }: { study: Study | null }) {
  const { to, label, end, below, plays = false } = getContinueText(study)
  return (
    <ButtonLink
      to={to}
      {...(plays && { state: AUTOPLAY_STATE })}
      variant={study?.next ? 'study' : 'primary'}
      wide
      className="justify-start px-4 text-left wrap-anywhere"
    >
      <Icon name={plays ? 'play' : 'arrow'} className="size-6" />
      <span className="flex min-w-0 flex-col gap-1">
        <span className="text-pretty">
          {label}
          {end && <span className="whitespace-nowrap">{end}</span>}
        </span>{' '}
        <span className="text-xs font-normal text-pretty">{below}</span>
      </span>
    </ButtonLink>
  )
}

type ContinueText = { to: PageAddress; label: string; end?: string; below: string; plays?: boolean }

function getContinueText(study: Study | null): ContinueText {
  if (!study) return { to: '/MyAcademy/', label: 'Continue studying', below: 'My courses' }
  const { next, courses } = study
  if (!next) {
    return courses.length === 0
      ? { to: '/Courses/', label: 'Choose your first course', below: 'Study at your own pace' }
      : { to: '/Courses/', label: 'Choose your next course', below: 'You have a certificate for each of your courses' }
  }
  const { course_id: id, course_name: name, watched, has_passed: hasPassed, lecture } = next
  if (!lecture && hasPassed)
    return {
      to: pageAddress('/Examination/:id/Evaluation', { id }),
      label: 'Get my certificate',
      below: `You passed the ${name} exam`,
    }
  if (!lecture)
    return {
      to: pageAddress('/Examination/:id', { id }),
      label: 'Continue: take the exam',
      below: name,
    }
  const { id: lectureSlug, lecture_name: title, is_begun: isBegun, seconds_left: left } = lecture
  const hasBegun = isBegun || watched > 0
  return {
    to: pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', { slugOrPurchaseId: id, lectureSlug }),
    label: `${watched === 100 ? 'Watch again' : hasBegun ? 'Continue' : 'Start'}: ${title}`,
    ...(left !== null && { end: `, ${formatClockTime(left)}${isBegun ? ' left' : ''}` }),
    below: watched === 100 ? `You completed ${name}` : hasBegun ? `${watched}% of ${name} complete` : name,
    plays: true,
  }
}
