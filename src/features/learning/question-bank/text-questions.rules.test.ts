import { describe, expect, test } from 'vitest'
import { strToU8, zipSync } from 'fflate'
import { parseQuestionFile } from './question-import.rules.ts'
import { readQuestions } from './question-import.service.ts'

const parse = (text: string, name = 'exam.txt') => parseQuestionFile({ name, bytes: strToU8(text) })

/** Each question in one line, with * before the right option. */
const format = ({ questions }: ReturnType<typeof parse>) =>
  questions.map(({ question, options, answerIndex, rationale }) =>
    [question, ...options.map((option, index) => (index === answerIndex ? `*${option}` : option)), rationale].join('|'),
  )

const PLAINTIFF = 'Who starts a lawsuit?|*The plaintiff|The judge|'
const MAR = 'Which record shows doses?|H&P|*MAR|'

describe('text', () => {
  test.each([
    [
      'Aiken',
      'Who starts a lawsuit?\nA. The plaintiff\nB. The judge\nANSWER: A\n\nWhich record shows doses?\nA) H&P\nB) MAR\nANSWER: B',
    ],
    [
      'asterisks',
      '1. Who starts a lawsuit?\n*a. The plaintiff\nb. The judge\n\n2) Which record shows doses?\n(a) H&P\n(b) *MAR',
    ],
    [
      'asterisks without numbers',
      'Who starts a lawsuit?\n*a) The plaintiff\nb) The judge\n\nWhich record shows doses?\na) H&P\n*b) MAR',
    ],
    [
      'answers by text',
      'Question 1\nWho starts a lawsuit?\nA. The plaintiff\nB. The judge\nCorrect answer: A. The plaintiff\nQuestion 2\nWhich record shows doses?\nA. H&P\nB. MAR\nAnswer: mar',
    ],
    [
      'a key at the end',
      '1. Who starts a lawsuit?\nA. The plaintiff\nB. The judge\n2. Which record shows doses?\nA. H&P\nB. MAR\n\nAnswer key\n1. A  2. B',
    ],
  ])('reads questions with %s', (_name, text) => {
    const read = parse(text)
    expect(read.mistakes).toEqual([])
    expect(format(read)).toEqual([PLAINTIFF, MAR])
  })

  test('reads rationales, true/false questions, and text in several lines', () => {
    const read = parse(
      '1. A dose of\n3.5 mg was given.\nIs it charted?\nA. Yes, by\nthe nurse\n*B. No\nRationale: See the MAR.\nIt is blank.\n\n2. Juries decide facts.\nAnswer: True',
    )
    expect(read.mistakes).toEqual([])
    expect(format(read)).toEqual([
      'A dose of 3.5 mg was given. Is it charted?|Yes, by the nurse|*No|See the MAR. It is blank.',
      'Juries decide facts.|*True|False|',
    ])
  })

  test('does not add the heading of the next section to a rationale', () => {
    const read = parse('1. One?\n*A. a\nB. b\nRationale: Because.\n\nTRUE/FALSE\n\n2. Two?\nAnswer: False')
    expect(format(read)).toEqual(['One?|*a|b|Because.', 'Two?|True|*False|'])
    expect(read.mistakes).toMatchObject([{ line: 6, excerpt: 'TRUE/FALSE', message: 'This text isn’t used.' }])
  })

  test('says how to write options that are in the line of the question', () => {
    const { mistakes } = parse('1. Who starts a lawsuit?  A. The plaintiff  B. The judge\n')
    expect(mistakes).toMatchObject([{ line: 1, number: 1, message: expect.stringContaining('on a line of its own') }])
  })

  test('says what is wrong with each question, and which text is not used', () => {
    const { questions, mistakes, refused } = parse(
      'LNC exam\n1. One?\nA. a\nB. b\n2. Two?\n*A. a\n*B. b\n3. Three?\nA. a\nB. b\nAnswer: D\n4. Discuss.\n5. Five?\nA. a\nB. b\nAnswer: A, B',
    )
    expect(questions).toEqual([])
    expect(refused).toBe(5)
    expect(mistakes.map(({ line, excerpt, message }) => `${line} ${excerpt} ${message}`)).toEqual([
      '1 LNC exam This text isn’t used.',
      '2 One? No answer of this question is marked as right. Put * before the right option, or add a line such as “Answer: B.”',
      expect.stringContaining('5 Two? This question has several right answers.'),
      '8 Three? The answer “D” doesn’t match any option. Write the letter of the right option.',
      expect.stringContaining('12 Discuss. This question has no options.'),
      expect.stringContaining('13 Five? This question has several right answers.'),
    ])
  })
})

type Paragraph = { text: string; list?: string; format?: string; inside?: string }

/** A document as Word writes it. List 1 has numbers, list 2 has letters, and list 3 has bullets. */
function toWord(paragraphs: readonly (Paragraph | string)[]): Uint8Array {
  const body = paragraphs
    .map((each): Paragraph => (typeof each === 'string' ? { text: each } : each))
    .map(({ text, list, format = '', inside = '' }) => {
      const numbered = list ? `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>` : ''
      const words = text
        .split(/(?<= )/)
        .map(
          (word) => `<w:r><w:rPr>${format}</w:rPr><w:t xml:space="preserve">${word.replace('&', '&amp;')}</w:t></w:r>`,
        )
      const lines = words.join('').replaceAll('\n', '</w:t><w:br/><w:t>')
      return `<w:p><w:pPr>${numbered}<w:rPr><w:b/></w:rPr></w:pPr>${lines}${inside}</w:p>`
    })
    .join('')
  const lists = ['decimal', 'upperLetter', 'bullet'].map(
    (format, index) =>
      `<w:abstractNum w:abstractNumId="${index}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl></w:abstractNum>`,
  )
  const uses = lists.map((_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index}"/></w:num>`)
  const open = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8(`${open}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
    'word/numbering.xml': strToU8(`${open}<w:numbering xmlns:w="w">${lists.join('')}${uses.join('')}</w:numbering>`),
  })
}

const readWord = (paragraphs: readonly (Paragraph | string)[]) =>
  readQuestions({ name: 'exam.docx', bytes: toWord(paragraphs) })

describe('Word', () => {
  test.each<[string, (Paragraph | string)[]]>([
    [
      'typed numbers',
      [
        '1. Who starts a lawsuit?',
        '*A. The plaintiff',
        'B. The judge',
        '2. Which record shows doses?',
        'A. H&P',
        '*B. MAR',
      ],
    ],
    [
      'no numbers',
      ['Who starts a lawsuit?', '*A. The plaintiff', 'B. The judge', 'Which record shows doses?', 'A. H&P', '*B. MAR'],
    ],
    [
      'line breaks within paragraphs',
      ['1. Who starts a lawsuit?\n*A. The plaintiff\nB. The judge', '2. Which record shows doses?\nA. H&P\n*B. MAR'],
    ],
    [
      'lists, and answers in bold',
      [
        { text: 'Who starts a lawsuit?', list: '1', format: '<w:b/>' },
        { text: 'The plaintiff', list: '2', format: '<w:b/>' },
        { text: 'The judge', list: '2', format: '<w:b w:val="0"/>' },
        { text: 'Which record shows doses?', list: '1', format: '<w:b/>' },
        { text: 'H&P', list: '3' },
        { text: 'MAR', list: '3', format: '<w:highlight w:val="yellow"/>' },
      ],
    ],
    [
      'a numbered key',
      [
        { text: 'Who starts a lawsuit?', list: '1' },
        { text: 'The plaintiff', list: '2' },
        { text: 'The judge', list: '2' },
        { text: 'Which record shows doses?', list: '1' },
        { text: 'H&P', list: '2' },
        { text: 'MAR', list: '2' },
        'Answer Key',
        { text: 'A', list: '1' },
        { text: 'B', list: '1' },
      ],
    ],
  ])('reads questions with %s', (_name, paragraphs) => {
    const read = readWord(paragraphs)
    expect(read.mistakes).toEqual([])
    expect(format(read)).toEqual([PLAINTIFF, MAR])
  })

  test('leaves out deleted text, and refuses a question with a picture', () => {
    const deleted = '<w:del><w:r><w:delText>old</w:delText></w:r></w:del>'
    const read = readWord([
      { text: '1. Who starts a lawsuit?', inside: deleted },
      '*A. The plaintiff',
      'B. The judge',
      { text: '2. What is this?', inside: '<w:r><w:drawing/></w:r>' },
      '*A. A bone',
      'B. A vein',
    ])
    expect(format(read)).toEqual([PLAINTIFF])
    expect(read.mistakes.map(({ number, message }) => `${number} ${message}`)).toEqual([
      '2 This question has a picture. Only text can be used.',
    ])
  })

  test('says how to get a document that can be read', () => {
    const odt = zipSync({ mimetype: strToU8('x'), 'META-INF/manifest.xml': strToU8('<x/>') })
    for (const name of ['exam.odt', 'exam.doc', 'exam.pdf'])
      expect(readQuestions({ name, bytes: odt }).mistakes[0]?.message).toContain('Word document (.docx)')
    const damaged = zipSync({ 'word/document.xml': strToU8('<w:document>') })
    expect(readQuestions({ name: 'exam.docx', bytes: damaged }).mistakes[0]?.message).toContain('save it again')
  })

  test('takes an exported course with a Word document for a course', () => {
    const course = zipSync({ 'imsmanifest.xml': strToU8('<manifest/>'), 'web/a.docx': [toWord(['x']), { level: 0 }] })
    expect(readQuestions({ name: 'c.imscc', bytes: course }).mistakes[0]?.message).toContain('QTI')
  })
})

describe('spreadsheets of other programs', () => {
  test.each([
    ['a title above', 'LNC exam,,,,\n,,,,\nQuestion,Choice A,Choice B,Correct,Explanation\nWho?,Us,Them,B,Because.'],
    [
      'hints in the names',
      'Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Correct answer(s) - choose at least one,Answer explanation\nWho?,Us,Them,2,Because.',
    ],
    ['letter and text', 'Question,A,B,Correct Answer,Rationale\nWho?,Us,Them,B. Them,Because.'],
    ['other capitals', 'Question,Option A,Option B,Answer Key,Rationale\nWho?,Us,Them,THEM,Because.'],
  ])('reads one with %s', (_name, text) => {
    const read = parse(text, 'q.csv')
    expect(read.mistakes).toEqual([])
    expect(format(read)).toEqual(['Who?|Us|*Them|Because.'])
  })

  test('does not guess an answer whose letter and text differ', () => {
    expect(parse('Question,A,B,Answer\nWho?,Us,Them,A. Them', 'q.csv')).toMatchObject({ questions: [], refused: 1 })
  })
})
