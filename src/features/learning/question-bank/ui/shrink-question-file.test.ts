import { randomBytes } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { canvasPackage, questionSample, zipOf } from '../../../../../test/samples/question-samples.ts'
import { parseQuestionFile } from '../question-import.rules.ts'
import { MAX_FILE_BYTES } from '../question-import.contract.ts'
import { shrinkQuestionFile } from './shrink-question-file.ts'

const picture = randomBytes(3_000_000)

async function shrink(name: string, content: string | Uint8Array): Promise<Uint8Array> {
  const small = await shrinkQuestionFile(new File([content as BlobPart], name))
  return new Uint8Array(await small.arrayBuffer())
}

test('leaves out the pictures of a large Moodle file, keeping its lines', async () => {
  const xml = new TextDecoder().decode(questionSample('moodle.xml'))
  const large = xml.replace(/iVBORw0KGgo[^<]*/, `\n${picture.toString('base64')}\n`)
  expect(large.length).toBeGreaterThan(4_000_000)
  const small = await shrink('quiz.xml', large)
  expect(small.length).toBeLessThan(MAX_FILE_BYTES)
  const lines = (text: string) => text.split('\n').length
  expect(lines(strFromU8(unzipSync(small)['quiz.xml'] ?? new Uint8Array()))).toBe(lines(large))
  const { questions, mistakes } = parseQuestionFile({ name: 'quiz.xml', bytes: small })
  expect([questions.length, mistakes.length]).toEqual([3, 6])
})

test('leaves out the pictures of a large Canvas package', async () => {
  const given = unzipSync(canvasPackage({ g: questionSample('canvas-classic.xml') }))
  const small = await shrink('export.zip', zipOf({ ...given, 'Uploaded Media/arm.png': picture }))
  expect(small.length).toBeLessThan(MAX_FILE_BYTES)
  expect(parseQuestionFile({ name: 'export.zip', bytes: small })).toMatchObject({ questions: { length: 3 } })
})

test('leaves other files as they are', async () => {
  for (const [name, content] of [
    ['quiz.xml', questionSample('moodle.xml')],
    ['export.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), picture])],
    ['quiz.xml', picture],
    ['table.csv', 'question,option 1\n'.repeat(100_000)],
  ] as const)
    expect(await shrink(name, content)).toEqual(new Uint8Array(Buffer.from(content)))
})
