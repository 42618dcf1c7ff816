import { data } from 'react-router'
import { ApiError } from './api.ts'

/**
 * A page's actions, by name. Inputs are sent as JSON. If an action returns a string or a response with a `message`,
 * that text is shown.
 */
export type Actions = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>

/** Fails an action with a message for the user, either for specific fields or for the whole form. */
export class ActionError extends Error {
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message)
    this.fields = fields
  }
}

export type Submission = { id: number; name: string; input: unknown[] }

/** The outcome of a submission: its result, or the error. */
export type Outcome = { name: string; result: unknown } | { name: string; error: unknown }

const outcomes = new Map<number, Outcome>()

/** Returns an outcome once, to the code that submitted it, even if its component has been unmounted by then. */
export function takeOutcome(id: number): Outcome | undefined {
  const outcome = outcomes.get(id)
  outcomes.delete(id)
  return outcome
}

/** A page's `clientAction`, which combines its own actions with those of its components. `useAction` submits to it. */
export function defineActions(...tables: Actions[]) {
  const actions = new Map(tables.flatMap((table) => Object.entries(table)))
  return async ({ request }: { request: Request }) => {
    const { id, name, input } = (await request.json()) as Submission
    const act = actions.get(name)
    if (!act) throw new Error(`This page has no action '${name}'`)
    const outcome = await run(name, () => act(...(input as never[])))
    outcomes.set(id, outcome)
    if (!('error' in outcome)) return outcome
    if (!isExplained(outcome.error)) console.error(outcome.error)
    // A failed action changed nothing, so the router reloads nothing.
    return data(outcome, 400)
  }
}

async function run(name: string, act: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { name, result: await act() }
  } catch (error) {
    return { name, error }
  }
}

/** Whether the error is an expected one, whose own message is enough. */
function isExplained(error: unknown): boolean {
  return error instanceof ActionError || (error instanceof ApiError && error.status < 500)
}

/** The first message for each field of a rejected body: `{username: ['…']}`, or the same under `fields`. */
export function getFieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof ActionError) return error.fields
  if (!(error instanceof ApiError)) return {}
  const { fields, ...flat } = error.body
  const found = Object.entries({ ...flat, ...(fields instanceof Object && fields) })
  return Object.fromEntries(
    found.flatMap(([field, messages]: [string, unknown]) => {
      const first: unknown = Array.isArray(messages) ? messages[0] : undefined
      return typeof first === 'string' ? [[field, first]] : []
    }),
  )
}

/** The message when there is no response, for actions that are safe to repeat, such as a login. */
export const UNREACHABLE = 'We couldn’t reach the academy. Please check your connection and try again.'

const UNCERTAIN =
  'We couldn’t reach the academy, so your change may or may not have been saved. Reload to check before you try again.'

/**
 * The message for an error. Without a response, or after an unexpected error, it says that the outcome is unknown,
 * unless the caller passes `otherwise`, for actions that are safe to repeat.
 */
export function describeError(error: unknown, otherwise = UNCERTAIN): string {
  if (error instanceof ActionError) return error.message
  if (!(error instanceof ApiError)) return otherwise
  const [first] = Object.values(getFieldErrors(error))
  if (first !== undefined) return first
  const { code } = error.body
  const isExpected = error.status < 500 || (typeof code === 'string' && code !== 'internal')
  return isExpected || otherwise !== UNCERTAIN ? error.message : otherwise
}
