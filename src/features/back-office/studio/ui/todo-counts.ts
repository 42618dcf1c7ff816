import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { useIsActing } from '#web/client/router-state.ts'
import type { readTodoCounts } from '../today.contract.ts'
import { useStaff } from './staff.ts'

export type TodoCounts = EndpointReply<typeof readTodoCounts>

/** Between two pages, the numbers are loaded again only if they are older than this. */
const MAX_AGE_MS = 60_000

// Shared by the menu and the drawer, and kept from page to page.
let counts: TodoCounts | undefined
let loadedAt = -Infinity
const listeners = new Set<() => void>()

async function load(): Promise<void> {
  const at = Date.now()
  loadedAt = at
  try {
    const found = await call<typeof readTodoCounts>('GET /Academy/api/studio/to-dos/')
    // A newer request may have overtaken this one.
    if (loadedAt !== at) return
    counts = found
    for (const listener of listeners) listener()
  } catch (error) {
    // The menu keeps the last numbers; the next page will retry.
    console.error(error)
    if (loadedAt === at) loadedAt = -Infinity
  }
}

/** The numbers in the menu; undefined until loaded. Loads them again right after any action on a page. */
export function useTodoCounts(): TodoCounts | undefined {
  const role = useStaff()?.role
  const isStaff = role !== undefined && role !== 'learner'
  const isActing = useIsActing()
  const { key } = useLocation()
  useEffect(() => {
    if (isActing) loadedAt = -Infinity
    else if (isStaff && Date.now() - loadedAt >= MAX_AGE_MS) void load()
  }, [isStaff, isActing, key])
  return useSyncExternalStore(subscribe, getCounts, getNone)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const getCounts = () => counts
const getNone = () => undefined
