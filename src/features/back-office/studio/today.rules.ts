/** The length of a period, which is compared with the previous one. */
export const DAYS_PER_PERIOD = 30

export type Period = { since: string; until: string }

export function getPeriods(day: string): { now: Period; before: Period } {
  return {
    now: { since: addDays(day, 1 - DAYS_PER_PERIOD), until: day },
    before: { since: addDays(day, 1 - 2 * DAYS_PER_PERIOD), until: addDays(day, -DAYS_PER_PERIOD) },
  }
}

export function listDays({ since, until }: Period): string[] {
  const days: string[] = []
  for (let day = since; day <= until; day = addDays(day, 1)) days.push(day)
  return days
}

type Todos = Partial<
  Record<'failedMails' | 'drafts' | 'contests' | 'reports' | 'law' | 'unanswered', number> & {
    waiting: readonly { waits: string }[]
    formerAddress: string
    hours: readonly unknown[]
    missed: { questions: readonly unknown[] }
  }
>

/** How many lines the to-do list has. */
export function countTodos(todos: { readonly [Key in keyof Todos]: Todos[Key] | undefined }): number {
  const { waiting = [], formerAddress, failedMails, drafts, contests, reports, law, unanswered, hours, missed } = todos
  const lines = [failedMails, drafts, contests, reports, law, unanswered].filter((number) => (number ?? 0) > 0)
  return (
    lines.length +
    new Set(waiting.map(({ waits }) => waits)).size +
    (formerAddress === undefined ? 0 : 1) +
    (hours?.length ?? 0) +
    (missed?.questions.length ?? 0)
  )
}

/** Adds calendar days to a date. */
function addDays(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + by)).toISOString().slice(0, 10)
}
