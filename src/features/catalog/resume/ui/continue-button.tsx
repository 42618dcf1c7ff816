import { useEffect, useState } from 'react'
import { useIsSignedIn } from '#web/client/session.ts'
import type { MemberStudy } from './member-study.tsx'

/** The member's first button; reserves the height of long names from the start. Hidden for visitors. */
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

/** Owned courses' card content in place of price and buy button; of the same size, so that nothing moves. */
export function useOwnedCourses(): MemberStudy['cardOf'] {
  return useMemberStudy()?.cardOf ?? (() => ({}))
}

/** Visitors load nothing of it. */
function useMemberStudy(): MemberStudy | undefined {
  const isSignedIn = useIsSignedIn()
  const [own, setOwn] = useState<MemberStudy>()
  useEffect(() => {
    if (isSignedIn)
      void import('./member-study.tsx').then(({ readMemberStudy: readOwn }) => readOwn()).then(setOwn, console.error)
  }, [isSignedIn])
  return own
}
