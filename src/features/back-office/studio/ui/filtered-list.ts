import { useState } from 'react'
import { useAction } from './use-action.tsx'

type Calls<Found, State> = {
  /** The first page of the list for this state. */
  search: (state: State) => Promise<Found>
  /** What is shown plus the next page. */
  further: (found: Found, state: State) => Promise<Found>
}

/** A studio list with one filter and a button for more. A failed call keeps the list and reports in `outcome`. */
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
