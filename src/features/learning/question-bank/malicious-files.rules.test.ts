import { deflateSync, strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { manifestOf, questionPackage, questionSample, zipOf } from '../../../../test/samples/question-samples.ts'
import { MAX_FILE_BYTES } from './question-import.contract.ts'
import { parseQuestionFile } from './question-import.rules.ts'
import { processorTime } from '../../../../test/harness/event-loop-block.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

/** Limits the processor time. Files are parsed in a worker thread that is stopped after 20 seconds. */
const MAX_MS = 6_000

const item = new TextDecoder().decode(questionSample('item-2.1.xml'))

const MOODLE = '<quiz><question type="multichoice"><questiontext><text>'
const MOODLE_END = '</text></questiontext></question></quiz>'
const CANVAS =
  '<questestinterop><item><presentation><response_lid><render_choice><response_label ident="1"/></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar>'
const CANVAS_END = '</conditionvar></respcondition></resprocessing></item></questestinterop>'

function refusal(name: string, bytes: Uint8Array): string {
  const { questions, mistakes } = parseQuestionFile({ name, bytes })
  return questions.length === 0 ? (mistakes[0]?.message ?? '') : 'read'
}

function filled(unit: string, { before = '', after = '' } = {}): Uint8Array {
  const room = MAX_FILE_BYTES - before.length - after.length
  return strToU8(before + unit.repeat(Math.floor(room / unit.length)) + after)
}

describe('takes a few seconds at most for a file of the maximum size, whatever its content', () => {
  test.each([
    ['q.csv', filled(',')],
    ['q.csv', filled('"')],
    ['q.csv', filled('""', { before: '"' })],
    ['q.csv', filled('\n')],
    ['q.csv', filled('a,b\n', { before: 'question,a,b,answer\n' })],
    ['q.csv', filled('a', { before: 'question,a,b,answer\n' })],
    ['q.csv', filled('"x', { before: 'question,a,b,answer\n' })],
    ['q.gift', filled('{')],
    ['q.gift', filled('{}')],
    ['q.gift', filled('\\')],
    ['q.gift', filled('::')],
    ['q.gift', filled('Q{=a ~b}\n')],
    ['q.gift', filled('Q{=a ~b}\n\n')],
    ['q.gift', filled(`Q{${'=a '.repeat(6_000)}~b}\n\n`)],
    ['q.gift', filled(`${'a '.repeat(9_000)}{=a ~b}\n\n`)],
    ['q.gift', filled(`Q{=a ~b ####${'<b '.repeat(6_000)}}\n\n`)],
    ['q.gift', filled(`Q{=a ~b#${'&amp;'.repeat(3_000)}}\n\n`)],
    ['q.xml', filled('<')],
    ['q.xml', filled('<a>')],
    ['q.xml', filled('<b/>', { before: '<a>', after: '</a>' })],
    ['q.xml', filled('&amp;', { before: '<a>', after: '</a>' })],
    ['q.xml', filled('b="1" ', { before: '<a ', after: '/>' })],
    ['q.xml', filled('<!--', { before: '<a>' })],
    ['q.xml', filled('<![CDATA[', { before: '<a>' })],
    ['q.xml', filled(' ', { before: '<?xml version="1.0"' })],
    ['q.xml', filled('<assessmentItem/>', { before: '<a>', after: '</a>' })],
    ['q.xml', filled('<question type="multichoice"/>', { before: '<quiz>', after: '</quiz>' })],
    ['q.xml', filled('<answer fraction="50"/>', { before: `${MOODLE}x`, after: MOODLE_END })],
    ['q.xml', filled('&lt;b', { before: MOODLE, after: MOODLE_END })],
    ['q.xml', filled('&lt;b &lt;/b&gt;', { before: MOODLE, after: MOODLE_END })],
    ['q.xml', filled('&lt;!--', { before: MOODLE, after: MOODLE_END })],
    ['q.xml', filled('\\(', { before: MOODLE, after: MOODLE_END })],
    ['q.xml', filled('<i>', { before: MOODLE, after: MOODLE_END })],
    ['q.xml', filled('<item/>', { before: '<questestinterop>', after: '</questestinterop>' })],
    ['q.xml', filled('<varequal>1</varequal>', { before: CANVAS, after: CANVAS_END })],
    ['q.xml', filled('<not><varequal>1</varequal></not>', { before: CANVAS, after: CANVAS_END })],
  ])('%s %#', (name, bytes) => {
    const before = process.cpuUsage()
    const message = refusal(name, bytes)
    const { user, system } = process.cpuUsage(before)
    expect(message).not.toBe('read')
    expect((user + system) / 1_000).toBeLessThan(MAX_MS)
  })

  test('rejects expanding entities before reading anything', () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>`
    expect(refusal('q.xml', strToU8(laughs))).toContain('DOCTYPE')
    const outside = `<!DOCTYPE l SYSTEM "file:///etc/passwd"><l/>`
    expect(refusal('q.xml', strToU8(outside))).toContain('DOCTYPE')
  })
})

describe('package', () => {
  test.each([
    ['upwards', '../evil.xml'],
    ['upward from a subfolder', 'items/../../evil.xml'],
    ['from the root', '/etc/evil.xml'],
    ['of Windows', 'C:/evil.xml'],
    ['with backslashes', '..\\evil.xml'],
  ])('with a file path %s is rejected', (_name, path) => {
    expect(
      refusal('p.zip', zipOf({ 'imsmanifest.xml': manifestOf(['a.xml']), 'a.xml': item, [path]: item })),
    ).toContain('points outside the package')
  })

  test.each(['../a.xml', 'https://example.com/a.xml', '..%2fa.xml', '/a.xml'])(
    'referring to %s is rejected by line',
    (href) => {
      const found = parseQuestionFile({
        name: 'p.zip',
        bytes: zipOf({ 'imsmanifest.xml': manifestOf([href]), 'a.xml': item }),
      })
      expect(found).toMatchObject({ questions: [], mistakes: [{ file: 'imsmanifest.xml', line: 4 }] })
    },
  )

  test.skipIf(isEveryChange)('that expands a thousandfold is abandoned before it fills the memory', () => {
    const bomb = zipOf({ 'imsmanifest.xml': manifestOf(['a.xml']), 'a.xml': new Uint8Array(200 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(MAX_FILE_BYTES)
    const refuse = () => expect(refusal('p.zip', bomb)).toContain('larger than 4 MB')
    expect(processorTime(refuse)).toBeLessThan(MAX_MS)
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.xml`, new Uint8Array(1_000_000)]))
    expect(refusal('p.zip', questionPackage(many))).toContain('larger than 16 MB')
  })

  test.skipIf(isEveryChange)("that understates a file's size is opened only up to the limit", () => {
    const honest = zipOf({ 'imsmanifest.xml': manifestOf(['a.xml']), 'a.xml': new Uint8Array(100 * 1024 * 1024) })
    const view = new DataView(honest.buffer, honest.byteOffset, honest.byteLength)
    for (let at = 0; at < honest.length - 30; at++)
      if (view.getUint32(at, true) === 0x04034b50 && view.getUint32(at + 22, true) > MAX_FILE_BYTES)
        view.setUint32(at + 22, 10, true)
    expect(refusal('p.zip', honest)).toContain('larger than 4 MB')
  })

  test.each([
    ['cut off', questionPackage({ 'a.xml': item }).subarray(0, 700)],
    ['with invalid characters', Uint8Array.from([0x50, 0x4b, 3, 4, ...Array<number>(200).fill(7)])],
    ['that is not a ZIP', Uint8Array.from([0x50, 0x4b, 3, 4, ...deflateSync(strToU8('nothing'))])],
  ])('%s is rejected', (_name, bytes) => {
    expect(refusal('p.zip', bytes)).toContain('can’t be opened')
  })

  test.skipIf(isEveryChange)('with too many files, duplicate names, or no questions', () => {
    const many = Object.fromEntries(Array.from({ length: 3_001 }, (_, n) => [`${n}.txt`, '']))
    expect(refusal('p.zip', zipOf(many))).toContain('more than 3000 files')
    expect(refusal('p.zip', zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }))).toContain(
      'has no imsmanifest.xml',
    )
    expect(refusal('p.zip', zipOf({ 'a.xml': item, 'b.xml': item }))).toContain('has no imsmanifest.xml')
    expect(refusal('p.zip', zipOf({ 'imsmanifest.xml': manifestOf(['b.xml']), 'a.xml': item }))).toContain(
      'which isn’t in the package',
    )
    expect(
      refusal('p.zip', zipOf({ 'imsmanifest.xml': manifestOf(['a.xml'], 'webcontent'), 'a.xml': item })),
    ).toContain('has no questions in QTI')
  })
})

test('rejects a file of the wrong type, an empty one, and one that is too large', () => {
  expect(refusal('q.csv', new Uint8Array())).toBe('This file is empty. Choose another file.')
  expect(refusal('q.csv', filled('a', { after: 'bb' }).slice(0))).not.toBe('read')
  expect(refusal('q.csv', new Uint8Array(MAX_FILE_BYTES + 1))).toContain('larger than 1 MB')
  expect(refusal('q.pdf', Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0, 1, 2]))).toContain(
    'save or download it as a Word document',
  )
  expect(refusal('q.txt', Uint8Array.from([0x41, 1, 2, 3]))).toContain('characters that aren’t text')
  const lines = Array.from({ length: 501 }, (_, n) => `Q${n}?,a,b,a`).join('\n')
  expect(refusal('q.csv', strToU8(`question,1,2,answer\n${lines}`))).toContain('more than 500 questions')
})

test('reports at most 200 errors', () => {
  const lines = Array.from({ length: 300 }, (_, n) => `Q${n}?,a,b,z`).join('\n')
  const found = parseQuestionFile({ name: 'q.csv', bytes: strToU8(`question,1,2,answer\n${lines}`) })
  expect(found).toMatchObject({ more: 100, mistakes: { length: 200 }, refused: 300, questions: [] })
})
