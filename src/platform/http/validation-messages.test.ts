import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationErrorMap } from './validation-messages.ts'

test.each([
  [z.string(), undefined, 'This is required.'],
  [z.string(), 7, 'Must be text.'],
  [z.int(), 'seven', 'Must be a number.'],
  [z.int(), 1.5, 'Must be a whole number.'],
  [z.boolean(), 'yes', 'Must be true or false.'],
  [z.array(z.string()), {}, 'Must be a list.'],
  [z.strictObject({}), null, 'Must be an object.'],
  [z.enum(['daily', 'weekly']), 'often', 'Must be one of: daily, weekly.'],
  [z.string().min(1), '', 'Must be at least one character.'],
  [z.string().max(200), 'x'.repeat(201), 'Must be at most 200 characters.'],
  [z.array(z.int()).max(3), [1, 2, 3, 4], 'Must have at most 3 values.'],
  [z.array(z.int()).min(1), [], 'Must have at least one value.'],
  [z.int().max(5), 6, 'Must be at most 5.'],
  [z.uuid(), 'nope', 'Must be an ID returned by another call.'],
  [z.string().regex(/^a$/), 'b', 'Check the format.'],
  [z.union([z.string(), z.int()]), {}, 'Check this value.'],
  [z.string('Please enter a name.'), 7, 'Please enter a name.'],
])('%#. the default message is plain', (schema, value, words) => {
  const issues = schema.safeParse(value, { error: validationErrorMap }).error?.issues ?? []
  expect(issues.map(({ message }) => message)).toEqual([words])
})
