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
])('%j is %j where words are needed', (typed, kept) =>
  expect(parse(requiredText(2_000, 'Say why.'), typed)).toEqual(kept),
)

test.each([
  ['Good.\u202E<b/>x', 'Good.<b/>x'],
  ['\u200B\u202E', ''],
  [undefined, ''],
  [{}, ['Please enter text.']],
  ['x'.repeat(501), ['Please use at most 500 characters.']],
])('%j is %j where they may be left out', (typed, kept) => expect(parse(optionalText(500), typed)).toEqual(kept))

const UNSEEN = '\u202E\u2066\u200B'

test.each([
  ['a contest', reportQuestion, { ...reportQuestion.example.body, reason: UNSEEN }, 'reason'],
  ['its answer', answerQuestionReport, { ...answerQuestionReport.example.body, words: UNSEEN }, 'words'],
  ['a report', reportPost, { reason: UNSEEN }, 'reason'],
  ['why a post is hidden', hidePost, { reason: UNSEEN }, 'reason'],
  ['why a member is muted', muteAMember, { ...muteAMember.example.body, reason: UNSEEN }, 'reason'],
])('%s is no word of what nobody sees, and says so in the words of an empty field', (_, { body }, given, field) => {
  const issues = (of: object) =>
    (body.safeParse(of).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  expect(issues(given)).toEqual([[field, expect.stringMatching(/^Please (say|write)/)]])
  expect(issues(given)).toEqual(issues({ ...given, [field]: '' }))
})

test('an evaluation keeps what is seen of its words', () => {
  const { body, example } = submitCertificateSteps
  expect(body.parse({ ...example.body, words: `Good.${UNSEEN}<b/>\uD800` }).words).toBe('Good.<b/>\uFFFD')
})
