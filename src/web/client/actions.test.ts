import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { ActionError, defineActions, describeError, getFieldErrors, takeOutcome, UNREACHABLE } from './actions.ts'
import { ApiError, NoAnswerError } from './api.ts'

let logged: MockInstance
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => logged.mockRestore())

const REFUSED = new ApiError(409, 'Conflict', { code: 'conflict', message: 'This code is taken.' })

const SILENCE = new NoAnswerError('Network Error')

const act = defineActions(
  { add: (first: number, second: number) => Promise.resolve(first + second) },
  {
    refuse: () => Promise.reject(REFUSED),
    lose: () => Promise.reject(SILENCE),
    check: () => {
      throw new ActionError('Enter some text.', { text: 'Enter some text.' })
    },
  },
)

const submit = (id: number, name: string, ...input: unknown[]) =>
  act({ request: new Request('http://academy.test/', { method: 'POST', body: JSON.stringify({ id, name, input }) }) })

test('a page runs the named action of any of its tables; who submitted it takes the outcome once', async () => {
  expect(await submit(1, 'add', 2, 3)).toEqual({ name: 'add', result: 5 })
  expect(takeOutcome(1)).toEqual({ name: 'add', result: 5 })
  expect(takeOutcome(1)).toBeUndefined()
  await expect(submit(2, 'remove')).rejects.toThrow("This page has no action 'remove'")
})

test('a failed action has a status that makes the router reload nothing; only unexpected errors are logged', async () => {
  expect(await submit(3, 'check')).toMatchObject({ init: { status: 400 } })
  expect(takeOutcome(3)).toMatchObject({ name: 'check', error: { fields: { text: 'Enter some text.' } } })
  expect(logged).not.toHaveBeenCalled()
  expect(await submit(4, 'refuse')).toMatchObject({ init: { status: 400 }, data: { name: 'refuse', error: REFUSED } })
  expect(logged).not.toHaveBeenCalled()
  expect(await submit(5, 'lose')).toMatchObject({ init: { status: 400 } })
  expect(logged).toHaveBeenCalledExactlyOnceWith(SILENCE)
})

test('the first error of each field, whether the reply is flat or has them under `fields`', () => {
  const errors = (body: Record<string, unknown>) => getFieldErrors(new ApiError(400, 'Bad Request', body))
  expect(errors({ email: ['First', 'Second'] })).toEqual({ email: 'First' })
  expect(errors({ code: 'invalid', message: 'Please …', fields: { code: ['Wrong'] } })).toEqual({ code: 'Wrong' })
  expect(getFieldErrors(new NoAnswerError('Network Error'))).toEqual({})
})

test('without an answer, or after an unexpected error, the outcome is uncertain unless the action may be repeated', () => {
  const uncertain = /may or may not have been saved. Reload to check before you try again/
  const broken = new ApiError(500, 'Internal Server Error', { code: 'internal', message: 'Something went wrong.' })
  expect(describeError(new NoAnswerError('timeout exceeded'))).toMatch(uncertain)
  expect(describeError(broken)).toMatch(uncertain)
  expect(describeError(new ApiError(502, 'Bad Gateway', {}))).toMatch(uncertain)
  expect(describeError(new NoAnswerError('Network Error'), UNREACHABLE)).toBe(UNREACHABLE)
  expect(describeError(broken, UNREACHABLE)).toBe('Something went wrong.')
  expect(describeError(new ApiError(503, 'Service Unavailable', { code: 'busy', message: 'Busy.' }))).toBe('Busy.')
  expect(describeError(REFUSED)).toBe('This code is taken.')
})
