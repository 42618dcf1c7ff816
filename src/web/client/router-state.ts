import { useContext, useEffect, useSyncExternalStore } from 'react'
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router'

// Like the router's `useBlocker` and `useFetchers`, which would add code to every first visit.

/** Holds navigation while `shouldBlock` returns true. `name` is unique on the page. */
export function useNavigationBlocker(name: string, shouldBlock: BlockerFunction): Blocker | undefined {
  const router = useRouter()
  useEffect(() => {
    router?.getBlocker(name, shouldBlock)
  }, [router, name, shouldBlock])
  useEffect(() => () => router?.deleteBlocker(name), [router, name])
  return useRouterState((state) => state?.blockers.get(name))
}

/** Whether any action of the page is running. */
export function useIsActing(): boolean {
  return useRouterState((state) => [...(state?.fetchers.values() ?? [])].some((fetcher) => fetcher.state !== 'idle'))
}

type Router = NonNullable<ReturnType<typeof useRouter>>

function useRouter() {
  return useContext(UNSAFE_DataRouterContext)?.router
}

function useRouterState<Value>(read: (state: Router['state'] | undefined) => Value): Value {
  const router = useRouter()
  return useSyncExternalStore(
    (listener) => router?.subscribe(listener) ?? (() => {}),
    () => read(router?.state),
    () => read(undefined),
  )
}
