import { describe, expect, test } from 'vitest'
import { questionSample } from '../../../../test/samples/question-samples.ts'
import { parseQuestionFile } from './question-import.rules.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

const parse = (name: string, content: string | Uint8Array) =>
  parseQuestionFile({ name, bytes: typeof content === 'string' ? bytesOf(content) : content })

function read(name: string, content: string | Uint8Array) {
  const { questions, mistakes } = parse(name, content)
  expect(mistakes).toEqual([])
  return questions
}

/** `line: message`, as reported. */
const mistakes = (name: string, content: string | Uint8Array): string[] =>
  parse(name, content).mistakes.map(({ line, message }) => `${line ?? '-'}: ${message}`)

const HEADER = 'question,option 1,option 2,answer\n'

describe('CSV', () => {
  test.each([
    [
      '2,3,4,6,3',
      'The answer “3” could mean option 2 (its text) or option 3 (its number). Write “option 2” or “option 3.”',
    ],
    [
      'B,A,D,C,A',
      'The answer “A” could mean option 2 (its text) or option 1 (its letter). Write “option 2” or “option 1.”',
    ],
    [
      'b,a,d,c,A',
      'The answer “A” could mean option 2 (its text) or option 1 (its letter). Write “option 2” or “option 1.”',
    ],
    [
      '2.,3.,4.,6.,3',
      'The answer “3” could mean option 2 (its text) or option 3 (its number). Write “option 2” or “option 3.”',
    ],
  ])('reports an answer that is both a text and a number as ambiguous: %s', (row, message) => {
    const header = 'question,option 1,option 2,option 3,option 4,answer\n'
    expect(mistakes('q.csv', `${header}How many?,${row}\n`)).toEqual([`2: ${message}`])
  })

  test.each([
    ['2,3,4,6,option 3', 2],
    ['2,3,4,6,option 2', 1],
    ['2,3,4,6,6', 3],
    ['2,3,4,6,1', 0],
    ['1,2,3,4,3', 2],
    ['A,B,C,D,C', 2],
  ])('accepts an unambiguous answer: %s', (row, answerIndex) => {
    const header = 'question,option 1,option 2,option 3,option 4,answer\n'
    expect(read('q.csv', `${header}How many?,${row}\n`)[0]).toMatchObject({ answerIndex })
  })

  test('reads a table with one question per line', () => {
    expect(read('examination.csv', questionSample('examination.csv'))).toEqual([
      {
        question: 'What does a defense medical exam observer write down first?',
        options: ['The time the exam begins', "The examiner's opinion", "The attorney's questions", 'Nothing'],
        answerIndex: 0,
        rationale: 'Time shows how long each part took; "about an hour" helps nobody.',
      },
      {
        question: 'Who may speak for the patient during the exam?',
        options: ['Nobody but the patient', 'The observer', 'The attorney by phone'],
        answerIndex: 0,
        rationale: '',
      },
      {
        question: 'A record says “range of motion: full”. What is missing?',
        options: ['How it was measured', 'The weather', 'Nothing', 'The insurer’s name'],
        answerIndex: 0,
        rationale: 'Degrees, and the instrument.',
      },
    ])
  })

  const one = [{ question: 'Café?', options: ['yes', 'no'], answerIndex: 1, rationale: 'über' }]
  const table = (sign: string) =>
    `Rationale${sign}B${sign}a${sign}Correct answer${sign}Question text\r\nüber${sign}no${sign}yes${sign}no${sign}Café?\r\n`

  test.each([
    ['semicolons', bytesOf(table(';'))],
    ['tabs', bytesOf(table('\t'))],
    ['a byte order mark', bytesOf(`\ufeff${table(',')}`)],
    ['a line that names the separator', bytesOf(`sep=;\r\n${table(';')}`)],
    ['Windows-1252', Buffer.from(table(';'), 'latin1')],
    ['UTF-16, which spreadsheets call Unicode', Buffer.from(`\ufeff${table('\t')}`, 'utf16le')],
    ['classic Mac line endings', bytesOf(table(',').replaceAll('\r\n', '\r'))],
    ['empty lines and cells at the end', bytesOf(`${table(',')}\r\n,,,,\r\n,,,,,,\r\n`)],
  ])('accepts %s, with columns in any order', (_name, bytes) => {
    expect(read('q.csv', bytes)).toEqual(one)
  })

  test('reports missing columns', () => {
    expect(mistakes('q.csv', 'question,option 1,anser\nQ,a,a\n')).toEqual([
      expect.stringMatching(/^1: Missing columns: at least two options, .*; “answer” \(the correct option\)\./),
      '1: The column “anser” isn’t used.',
    ])
    const numbered = 'No.,Question,A,B,Correct Answer,Author\n1,Who signs?,The nurse,The clerk,A,Ada\n'
    expect(parseQuestionFile({ name: 'q.csv', bytes: bytesOf(numbered) })).toMatchObject({
      questions: [{ question: 'Who signs?', answerIndex: 0 }],
      mistakes: [{ message: 'The column “No.” isn’t used.' }, { message: 'The column “Author” isn’t used.' }],
      refused: 0,
    })
    expect(mistakes('q.csv', 'question,option 1,option 2,answer,Answer\nQ,a,b,a,b\n')).toEqual([
      '1: “Answer” is a duplicate column. Remove one of them.',
    ])
    expect(mistakes('q.csv', HEADER)).toEqual([
      '1: There are no questions below the first line. Add one question per line.',
    ])
    expect(mistakes('q.csv', '\n')).toEqual([expect.stringMatching(/^-: This file is empty/)])
  })

  test('takes the usable lines, and reports the others by number and line', () => {
    const lines = [
      'Right?,a,b,a',
      'No answer?,a,b,',
      'Another?,a,b,c',
      'Two?,a,b,"a, b"',
      'Doubled?,a,a,a',
      'Alone?,a,,a',
      ',a,b,a',
      'Right?,c,d,c',
      'More?,a,b,a,surplus',
      `Long?,${'x'.repeat(301)},b,b`,
      `${'y'.repeat(2_001)},a,b,a`,
    ]
    expect(read('q.csv', `${HEADER}Right?,a,b,a`)).toHaveLength(1)
    const { questions, mistakes: found, refused } = parse('q.csv', HEADER + lines.join('\n'))
    expect([questions.map(({ question }) => question), refused]).toEqual([['Right?'], 10])
    expect(found.slice(0, 2)).toMatchObject([
      { number: 2, line: 3, excerpt: 'No answer?' },
      { number: 3, line: 4, excerpt: 'Another?' },
    ])
    expect(mistakes('q.csv', HEADER + lines.join('\n'))).toEqual([
      '3: The answer is missing. Enter the correct option, or its letter or number.',
      '4: The answer “c” doesn’t match any option. Enter the correct option word for word, or its letter or number.',
      '5: This question has several right answers. Only questions with one right answer can be used.',
      '6: Option 2 is the same as an earlier option.',
      '7: This question must have at least two options.',
      '8: The question must not be empty.',
      '9: This question is the same as an earlier question: each must be different.',
      '10: This line has more cells than the first line. Put quotation marks around any cell that contains the separator.',
      '11: Option 1 must be at most 300 characters.',
      '12: The question must be at most 2,000 characters.',
    ])
  })

  test('counts lines across multiline cells and reports mismatched quotation marks', () => {
    expect(mistakes('q.csv', `${HEADER}"One\nof two lines?",a,b,a\n\nWrong?,a,b,z\n`)).toEqual([
      expect.stringMatching(/^5: /),
    ])
    expect(mistakes('q.csv', `${HEADER}Right?,a,b,a\n"Open?,a,b,a\n`)).toEqual([
      expect.stringMatching(/^3: A quotation mark here is not closed/),
    ])
    expect(mistakes('q.csv', `${HEADER}say "a"?,a,b,a\n`)).toEqual([
      expect.stringMatching(/^2: A quotation mark is in the middle/),
    ])
  })

  test('treats a letter as an option when the texts are numbers', () => {
    expect(read('q.csv', `${HEADER}How many?,2,1,b\n`)[0]).toMatchObject({ answerIndex: 1 })
  })
})

describe('GIFT', () => {
  test('reads multiple choice, missing word, and true or false, with comments as the rationale', () => {
    expect(read('examination.gift', questionSample('examination.gift'))).toEqual([
      {
        question: 'What does a defense medical exam observer write down first: time, place or both?',
        options: ['Time and place', "The examiner's opinion", 'Nothing'],
        answerIndex: 0,
        rationale:
          "See lecture 1. Both show later how long each part took. “The examiner's opinion”: An observer has none.",
      },
      {
        question: "During the exam, _____ answers the examiner's questions.",
        options: ['nobody but the patient', 'the observer', 'the attorney'],
        answerIndex: 0,
        rationale: '',
      },
      {
        question: 'An observer may record sound where the law allows it.',
        options: ['True', 'False'],
        answerIndex: 0,
        rationale: 'Right: ask first. It depends on the state.',
      },
      {
        question: 'A chart says 2:1 & not 1:2. Which is larger?',
        options: ['1:2', '2:1'],
        answerIndex: 1,
        rationale: '',
      },
      {
        question: 'Which of these is *measured* = 90?',
        options: ['Flexion of 90=90 degrees', 'A feeling of #90', '{Nothing}'],
        answerIndex: 0,
        rationale: '',
      },
    ])
  })

  test.each([
    ['two right answers', 'Q? {=a =b ~c}', 'has several right answers'],
    [
      'weights',
      'Q? {~%50%a ~%50%b ~c}',
      'gives partial credit. One option must be right, and the others wrong. “a” is',
    ],
    ['a weight next to a right answer', 'Q? {=a ~%25%b ~c}', 'gives partial credit'],
    ['no right answer', 'Q? {~a ~b}', 'No answer of this question is marked as right'],
    ['typed words', 'Q? {=a =b}', 'is a short-answer question'],
    ['one typed word', 'Q? {=a}', 'is a short-answer question'],
    ['a number', 'Q? {#3:2}', 'is a numerical question'],
    ['pairs', 'Q? {=a -> b =c -> d}', 'is a matching question'],
    ['an essay', 'Q? {}', 'is an essay question'],
    ['a text', 'Read this first', 'is text without options'],
    ['an open brace', 'Q? {=a ~b', 'The braces don’t match'],
    ['two pairs of braces', 'Q {=a ~b} or {=c ~d}?', 'The braces don’t match'],
    ['options without markers', 'Q? {a = b}', 'isn’t valid GIFT'],
    ['a picture', '[html]Q? <img src\\="x.png"> {=a ~b}', 'has a picture. Only text can be used'],
  ])('rejects %s by number and line, and takes the rest', (_name, text, message) => {
    const content = `// first\nRight? {=yes ~no}\n\n// a comment\n${text}\n\nAnother? {=yes ~no}\n`
    expect(parse('q.gift', content)).toMatchObject({
      questions: [{ question: 'Right?' }, { question: 'Another?' }],
      mistakes: [{ number: 2, line: 5, message: expect.stringContaining(message) }],
      refused: 1,
    })
  })

  test('ignores weights of 100 and 0, and penalties for wrong options', () => {
    expect(read('q.gift', 'Q? {=%100%a ~%0%b}')[0]).toMatchObject({ options: ['a', 'b'], answerIndex: 0 })
    expect(read('q.gift', 'Q? {~%100%a ~%-33.33333%b}')[0]).toMatchObject({ answerIndex: 0 })
  })

  test('decodes all HTML entities', () => {
    expect(read('q.gift', '[html]<p>The nurse&rsquo;s caf&eacute;?</p> {=yes ~no}')[0]).toMatchObject({
      question: 'The nurse’s café?',
    })
  })

  test('recognizes a file without the extension by its braces', () => {
    expect(read('questions.txt', 'Q? {=a ~b}')).toHaveLength(1)
    expect(read('questions.txt', `${HEADER}Q?,a,b,a\n`)).toHaveLength(1)
  })
})
