import { useEffect, useState } from 'react'
import { useIsSignedIn } from '#web/client/session.ts'
import type { MemberStudy } from './member-study.tsx'

/** The place of a member's first button, as high from the first moment; visitors have none. */
export function ContinueButton() {
  const isSignedIn = useIsSignedIn()
  const own = useMemberStudy()
  return (
    <div data-asking={isSignedIn || undefined} className="contents">
      <div className="mt-1 h-15.5 w-full max-w-[36rem] not-in-data-asking:hidden">{own?.button}</div>
    </div>
  )
}

/** Of each course that the member owns, what its card says in place of its price and of the way to buy it; of the same size, so that nothing moves. */
export function useOwnedCourses(): MemberStudy['cardOf'] {
  return useMemberStudy()?.cardOf ?? (() => ({}))
}

/** Visitors fetch nothing of it. */
function useMemberStudy(): MemberStudy | undefined {
  const isSignedIn = useIsSignedIn()
  const [own, setOwn] = useState<MemberStudy>()
  useEffect(() => {
    if (isSignedIn)
      void import('./member-study.tsx').then(({ readMemberStudy: readOwn }) => readOwn()).then(setOwn, console.error)
  }, [isSignedIn])
  return own
}
