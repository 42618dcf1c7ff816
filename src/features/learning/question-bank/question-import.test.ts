import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { questionSample } from '../../../../test/samples/question-samples.ts'
import { readQuestionFile } from './question-import.service.ts'

test('a file is read beside the requests', async () => {
  const bytes = questionSample('examination.gift')
  expect(await readQuestionFile({ name: 'examination.gift', bytes }, 'ann')).toMatchObject({ questions: { length: 5 } })
  const thousand = Array.from(
    { length: 1_000 },
    (_, n) => `Is finding ${n} of the record clear? {=Yes ${n} ~No ${n} ~Nobody knows ${n}}`,
  )
  const used = process.threadCpuUsage()
  const read = await readQuestionFile({ name: 'q.gift', bytes: strToU8(thousand.join('\n\n')) }, 'ann')
  const { user, system } = process.threadCpuUsage(used)
  expect(read).toMatchObject({ questions: { length: 1_000 } })
  // What this thread had to do itself, all in all.
  expect((user + system) / 1_000).toBeLessThan(60)
})

test('a file that takes more memory than a thread has is refused, and the next one is read', async () => {
  const greedy = strToU8(`<a>${'<b/>'.repeat(260_000)}</a>`)
  const found = await readQuestionFile({ name: 'q.xml', bytes: greedy }, 'ann')
  expect(found).toHaveProperty('mistakes')
  const next = await readQuestionFile({ name: 'q.csv', bytes: questionSample('examination.csv') }, 'ann')
  expect(next).toMatchObject({ questions: { length: 3 } })
})
