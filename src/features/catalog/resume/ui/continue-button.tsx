import { useEffect, useState } from 'react'
import { useIsSignedIn } from '#web/client/session.ts'
import type { MemberStudy } from './member-study.tsx'

/**
 * The first button that a member sees. It has enough space for long names from the start, and it is hidden for
 * visitors.
 */
export function ContinueButton() {
  const isSignedIn = useIsSignedIn()
  const own = useMemberStudy()
  return (
    <div data-asking={isSignedIn || undefined} className="contents">
      <div className="mt-1 flex min-h-34 w-full max-w-[36rem] not-in-data-asking:hidden max-[22rem]:min-h-39 sm:min-h-28">
        {own?.button}
      </div>
    </div>
  )
}

/**
 * Returns what the cards of a member's courses show instead of the price and the Buy button. It has the same size, so
 * that the layout doesn't shift.
 */
export function useOwnedCourses(): MemberStudy['cardOf'] {
  return useMemberStudy()?.cardOf ?? (() => ({}))
}

/** Loads nothing for visitors, who have no courses. */
function useMemberStudy(): MemberStudy | undefined {
  const isSignedIn = useIsSignedIn()
  const [own, setOwn] = useState<MemberStudy>()
  useEffect(() => {
    if (isSignedIn)
      void import('./member-study.tsx').then(({ readMemberStudy: readOwn }) => readOwn()).then(setOwn, console.error)
  }, [isSignedIn])
  return own
}
