import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationErrorMap } from './validation-messages.ts'

test.each([
  [z.string(), undefined, 'This is missing.'],
  [z.string(), 7, 'Please send text.'],
  [z.int(), 'seven', 'Please send a number.'],
  [z.int(), 1.5, 'Please send a whole number.'],
  [z.boolean(), 'yes', 'Please send true or false.'],
  [z.array(z.string()), {}, 'Please send a list.'],
  [z.strictObject({}), null, 'Please send an object.'],
  [z.enum(['daily', 'weekly']), 'often', 'Please send one of these: daily, weekly.'],
  [z.string().min(1), '', 'Please send at least one character.'],
  [z.string().max(200), 'x'.repeat(201), 'Please send at most 200 characters.'],
  [z.array(z.int()).max(3), [1, 2, 3, 4], 'Please send at most 3 values.'],
  [z.int().max(5), 6, 'Please send at most 5.'],
  [z.uuid(), 'nope', 'Please send an id as another call gave it.'],
  [z.string().regex(/^a$/), 'b', 'Please check how this is written.'],
  [z.union([z.string(), z.int()]), {}, 'Please check this value.'],
  [z.string('Please enter a name.'), 7, 'Please enter a name.'],
])('%#. the default message is plain', (schema, value, words) => {
  const issues = schema.safeParse(value, { error: validationErrorMap }).error?.issues ?? []
  expect(issues.map(({ message }) => message)).toEqual([words])
})
