import type { EndpointReply } from '#shared/endpoint.ts'
import { ApiError, call } from '#web/client/api.ts'
import { readSaved, save } from '#web/client/member-storage.ts'
import { storedToken } from '#web/client/session.ts'
import type { readPassedExam } from '../exams.contract.ts'

export type PassedExam = { title: string } & NonNullable<EndpointReply<typeof readPassedExam>['passed']>

/** The result of the member's last passed attempt; undefined for visitors and for members who only see a preview. */
export async function fetchPassedExam(id: string, signal: AbortSignal): Promise<PassedExam | undefined> {
  if (storedToken() === undefined) return undefined
  try {
    const { title, passed } = await call<typeof readPassedExam>('GET /Academy/api/course/examination/result/:id/', {
      params: { id },
      signal,
    })
    return passed ? { title, ...passed } : undefined
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return undefined
    throw error
  }
}

const getKey = (id: string) => `retake:${id}`

/** Whether this tab shows the exam itself to a member who has passed it. */
export function isRetaking(id: string): boolean {
  return readSaved(getKey(id)) !== undefined
}

/** The reloaded page opens a new attempt, or continues one that was not submitted. */
export function startRetake(id: string): void {
  save(getKey(id), {})
  location.reload()
}

export function endRetake(id: string): void {
  save(getKey(id), undefined)
}
