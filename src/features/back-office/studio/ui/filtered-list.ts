import { useState } from 'react'
import { useAction } from './use-action.tsx'

type Calls<Found, State> = {
  /** The beginning of the list in this state. */
  search: (state: State) => Promise<Found>
  /** What is shown with what comes after it. */
  further: (found: Found, state: State) => Promise<Found>
}

/** A list of the studio that one choice narrows and that goes on below its end. Where a call fails the list stays, and `outcome` tells it. */
export function useFilteredList<Found, State>(first: Found, begin: State, calls: Calls<Found, State>) {
  const [found, setFound] = useState(first)
  const [state, setState] = useState(begin)
  const { isBusy, outcome, run } = useAction()
  return {
    found,
    setFound,
    state,
    isBusy,
    outcome,
    run,
    look: (chosen: State) =>
      run(async () => {
        setFound(await calls.search(chosen))
        setState(chosen)
        return undefined
      }),
    further: () =>
      run(async () => {
        setFound(await calls.further(found, state))
        return undefined
      }),
  }
}
