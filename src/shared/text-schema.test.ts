import { expect, test } from 'vitest'
import { answerQuestionReport } from '#features/back-office/studio/question-reports.contract.ts'
import { reportQuestion } from '#features/learning/question-reports/question-reports.contract.ts'
import { hidePost, reportPost } from '#features/community/discussions/moderation-actions.contract.ts'
import { submitCertificateSteps } from '#features/learning/exams/certificate-steps.contract.ts'
import { muteAMember } from '#features/back-office/studio/muting.contract.ts'
import { requiredText, optionalText } from './text-schema.ts'

const parse = (schema: ReturnType<typeof requiredText> | ReturnType<typeof optionalText>, typed: unknown) => {
  const { data, error } = schema.safeParse(typed)
  return data ?? error?.issues.map(({ message }) => message)
}

test.each([
  ['It is wrong.', 'It is wrong.'],
  [' pay\u202Egnp.exe\u202C\u200B ', 'paygnp.exe'],
  ['\u202E\u2066\u200B', ['Say why.']],
  [' \n ', ['Say why.']],
  ['', ['Say why.']],
  [undefined, ['Say why.']],
  [{}, ['Say why.']],
  ['x'.repeat(2_001), ['Please use at most 2,000 characters.']],
])('parses %j as %j in a required field', (typed, expected) =>
  expect(parse(requiredText(2_000, 'Say why.'), typed)).toEqual(expected),
)

test.each([
  ['Good.\u202E<b/>x', 'Good.<b/>x'],
  ['\u200B\u202E', ''],
  [undefined, ''],
  [{}, ['Please enter text.']],
  ['x'.repeat(501), ['Please use at most 500 characters.']],
])('parses %j as %j in an optional field', (typed, expected) =>
  expect(parse(optionalText(500), typed)).toEqual(expected),
)

const UNSEEN = '\u202E\u2066\u200B'

test.each([
  ['a question report', reportQuestion, { ...reportQuestion.example.body, reason: UNSEEN }, 'reason'],
  ['its answer', answerQuestionReport, { ...answerQuestionReport.example.body, words: UNSEEN }, 'words'],
  ['a report', reportPost, { reason: UNSEEN }, 'reason'],
  ['the reason for hiding a post', hidePost, { reason: UNSEEN }, 'reason'],
  ['the reason for muting a member', muteAMember, { ...muteAMember.example.body, reason: UNSEEN }, 'reason'],
])('%s of only invisible characters is rejected like an empty field', (_, { body }, given, field) => {
  const issues = (of: object) =>
    (body.safeParse(of).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  expect(issues(given)).toEqual([[field, expect.stringMatching(/^(Enter a reason|Write a message|Describe )/)]])
  expect(issues(given)).toEqual(issues({ ...given, [field]: '' }))
})

test('an evaluation keeps the visible part of its text', () => {
  const { body, example } = submitCertificateSteps
  expect(body.parse({ ...example.body, words: `Good.${UNSEEN}<b/>\uD800` }).words).toBe('Good.<b/>\uFFFD')
})
