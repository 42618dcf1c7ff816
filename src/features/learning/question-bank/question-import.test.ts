import { utils, write } from '@e965/xlsx'
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { canvasPackage, questionSample } from '../../../../test/samples/question-samples.ts'
import { readQuestionFile } from './question-import.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

test('reads a file in a child process', async () => {
  const bytes = questionSample('examination.gift')
  expect(await readQuestionFile({ name: 'examination.gift', bytes }, 'ann')).toMatchObject({ questions: { length: 5 } })
  const many = Array.from(
    { length: 500 },
    (_, n) => `Is finding ${n} of the record clear? {=Yes ${n} ~No ${n} ~Nobody knows ${n}}`,
  )
  const used = process.threadCpuUsage()
  const read = await readQuestionFile({ name: 'q.gift', bytes: strToU8(many.join('\n\n')) }, 'ann')
  const { user, system } = process.threadCpuUsage(used)
  expect(read).toMatchObject({ questions: { length: 500 } })
  // The total processor time of this thread.
  expect((user + system) / 1_000).toBeLessThan(60)
})

test.each(['xlsx', 'biff8', 'ods'] as const)('reads a spreadsheet (%s)', async (bookType) => {
  const rows = [
    ['No.', 'Question', 'Option 1', 'Option 2', 'Answer'],
    [1, 'Who signs?', 'The nurse', 'The clerk', 2],
  ]
  const book = { SheetNames: ['Exam'], Sheets: { Exam: utils.aoa_to_sheet(rows) } }
  const bytes = new Uint8Array(write(book, { type: 'array', bookType, compression: true }))
  expect(await readQuestionFile({ name: 'exam.bin', bytes }, 'nora')).toMatchObject({
    questions: [{ question: 'Who signs?', options: ['The nurse', 'The clerk'], answerIndex: 1 }],
    mistakes: [{ message: 'The column “No.” isn’t used.' }],
  })
})

test('reads the largest exam that Canvas exports within the limits', async () => {
  const quiz = new TextDecoder().decode(questionSample('canvas-classic.xml'))
  const [item = ''] = /<item [^]*?<\/item>/.exec(quiz) ?? []
  const items = Array.from({ length: 500 }, (_, n) => item.replace('What is', `${n}: What is`))
  const bytes = canvasPackage({ g: quiz.replace(/<item [^]*<\/item>/, items.join('\n')) })
  expect(await readQuestionFile({ name: 'q.zip', bytes }, 'ann')).toMatchObject({ questions: { length: 500 } })
})

test.skipIf(isEveryChange)('rejects a file that exceeds the memory limit and reads the next one', async () => {
  const greedy = strToU8(`<a>${'<b/>'.repeat(260_000)}</a>`)
  const found = await readQuestionFile({ name: 'q.xml', bytes: greedy }, 'ann')
  expect(found).toHaveProperty('mistakes')
  const next = await readQuestionFile({ name: 'q.csv', bytes: questionSample('examination.csv') }, 'ann')
  expect(next).toMatchObject({ questions: { length: 3 } })
})
