import { describe, expect, test } from 'vitest'
import { manifestOf, questionPackage, questionSample, zipOf } from '../../../../test/samples/question-samples.ts'
import { parseQuestionFile } from './question-import.rules.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function read(name: string, content: string | Uint8Array) {
  const found = parseQuestionFile({ name, bytes: typeof content === 'string' ? bytesOf(content) : content })
  if ('mistakes' in found) throw new Error(JSON.stringify(found.mistakes))
  return found.questions
}

/** The errors in a file, each as `line: message`. */
function mistakes(name: string, content: string | Uint8Array): string[] {
  const found = parseQuestionFile({ name, bytes: typeof content === 'string' ? bytesOf(content) : content })
  if ('questions' in found) throw new Error('it was read')
  return found.mistakes.map(({ file, line, message }) => `${file === null ? '' : `${file} `}${line ?? '-'}: ${message}`)
}

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
      expect.stringMatching(/^1: Unknown column “anser\.” Rename or remove it/),
      expect.stringMatching(/^1: Missing columns: at least two options, .*; “answer” \(the correct option\)\./),
    ])
    expect(mistakes('q.csv', 'question,option 1,option 2,answer,Answer\nQ,a,b,a,b\n')).toEqual([
      '1: “Answer” is a duplicate column. Remove one of them.',
    ])
    expect(mistakes('q.csv', HEADER)).toEqual([
      '1: There are no questions below the first line. Add one question per line.',
    ])
    expect(mistakes('q.csv', '\n')).toEqual([expect.stringMatching(/^-: This file is empty/)])
  })

  test('reports each invalid line and reads nothing', () => {
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
    expect(mistakes('q.csv', HEADER + lines.join('\n'))).toEqual([
      '3: The answer is missing. Enter the correct option, or its letter or number.',
      '4: The answer “c” doesn’t match any option. Enter the correct option word for word, or its letter or number.',
      '5: The answer “a, b” lists several options. A question has one correct option.',
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
    ['two right answers', 'Q? {=a =b ~c}', '2 options are marked as correct'],
    ['weights', 'Q? {~%50%a ~%50%b ~c}', 'The option “a” is worth 50%'],
    ['a weight next to a right answer', 'Q? {=a ~%25%b ~c}', 'The option “b” is worth 25%'],
    ['no right answer', 'Q? {~a ~b}', 'No option is marked as correct'],
    ['typed words', 'Q? {=a =b}', 'Every option of this question is correct'],
    ['one typed word', 'Q? {=a}', 'Every option of this question is correct'],
    ['a number', 'Q? {#3:2}', 'is a numerical question'],
    ['pairs', 'Q? {=a -> b =c -> d}', 'is a matching question'],
    ['an essay', 'Q? {}', 'is an essay question'],
    ['a text', 'Read this first', '“Read this first” has no options'],
    ['an open brace', 'Q? {=a ~b', 'The braces don’t match'],
    ['two pairs of braces', 'Q {=a ~b} or {=c ~d}?', 'The braces don’t match'],
    ['options without markers', 'Q? {a = b}', 'isn’t valid GIFT'],
    ['a picture', 'Q? <img src="x.png"> {=a ~b}', 'contains more than text (<img>)'],
  ])('rejects %s by line', (_name, text, message) => {
    const found = mistakes('q.gift', `// first\nRight? {=yes ~no}\n\n// a comment\n${text}\n\nAnother? {=yes ~no}\n`)
    expect(found).toEqual([expect.stringContaining(message)])
    expect(found[0]).toMatch(/^5: /)
  })

  test('ignores weights of 100 and 0', () => {
    expect(read('q.gift', 'Q? {=%100%a ~%0%b}')[0]).toMatchObject({ options: ['a', 'b'], answerIndex: 0 })
  })

  test('recognizes a file without the extension by its braces', () => {
    expect(read('questions.txt', 'Q? {=a ~b}')).toHaveLength(1)
    expect(read('questions.txt', `${HEADER}Q?,a,b,a\n`)).toHaveLength(1)
  })
})

describe('QTI', () => {
  const first = {
    question: 'An observer comes in at 9:15 & the exam begins at 9:20. Which time is written down?',
    options: ['9:15 alone', 'Both', 'Neither <of them>'],
    answerIndex: 1,
    rationale: 'Each shows something else. See lecture 1.',
  }
  const second = {
    question: 'Who answers the examiner’s questions?',
    options: ['The observer', 'The patient'],
    answerIndex: 1,
    rationale: '',
  }
  const item = new TextDecoder().decode(questionSample('item-2.1.xml'))

  test('reads a question of 2.1 and of 3', () => {
    expect(read('item.xml', item)).toEqual([first])
    expect(read('item.xml', questionSample('item-3.xml'))).toEqual([second])
  })

  test('reads a package in the order of its manifest, also in a subfolder', () => {
    const files = { 'items/2.xml': questionSample('item-3.xml'), 'items/1.xml': item }
    expect(read('package.zip', questionPackage(files))).toEqual([second, first])
    const inFolder = { 'exam/imsmanifest.xml': manifestOf(['./items/a%20b.xml']), 'exam/items/a b.xml': item }
    expect(read('package.zip', zipOf(inFolder))).toEqual([first])
  })

  test.each([
    [
      'several right answers',
      [
        'cardinality="single" baseType="identifier">\n    <corr',
        'cardinality="multiple" baseType="identifier">\n    <corr',
      ],
      'several options of this question can be correct',
    ],
    ['two right answers', ['<value>B</value>', '<value>B</value><value>A</value>'], 'several options'],
    [
      'points',
      ['</correctResponse>', '</correctResponse><mapping><mapEntry mapKey="A" mappedValue="0.5"/></mapping>'],
      'gives partial credit',
    ],
    ['no right answer', ['<value>B</value>', ''], 'correct option isn’t marked'],
    ['an unknown right answer', ['<value>B</value>', '<value>Z</value>'], '“Z,” but no option has that identifier'],
    ['a picture', ['<p>9:15 alone</p>', '<img src="a.png" alt="9:15"/>'], 'shows an image'],
    ['a formula', ['<p>9:15 alone</p>', '<m:math xmlns:m="x"><m:mi>x</m:mi></m:math>'], 'shows a formula'],
    [
      'typed words',
      ['<choiceInteraction ', '<textEntryInteraction responseIdentifier="X"/><choiceInteraction '],
      'is a fill-in-the-blank question',
    ],
    ['another question type', ['choiceInteraction', 'orderInteraction'], 'is an ordering question'],
    ['no options', ['choiceInteraction', 'p'], 'has no options'],
    ['depends on answers', ['adaptive="false"', 'adaptive="true"'], 'adapts to the answers'],
    [
      'drawn at random',
      ['<itemBody>', '<templateDeclaration identifier="N" cardinality="single" baseType="integer"/><itemBody>'],
      'generated from a template',
    ],
    ['no option with text', ['<p>9:15 alone</p>', ' '], 'Option 1 must not be empty'],
  ])('%s', (_name, [from = '', to = ''], message) => {
    const changed = item.replaceAll(from, to)
    expect(changed).not.toBe(item)
    const found = mistakes('item.xml', changed)
    expect(found).toEqual([expect.stringContaining(message)])
    expect(found[0]).toMatch(/^\d+: /)
  })

  test.each([
    ['QTI 1.2', '<questestinterop><item/></questestinterop>', 'This is QTI 1.2'],
    ['Moodle', '<?xml version="1.0"?>\n<quiz><question/></quiz>', 'This is Moodle XML'],
    ['a test only', '<assessmentTest><assessmentItemRef href="a.xml"/></assessmentTest>', 'Choose the whole package'],
    ['something else', '<html><body/></html>', 'it starts with <html>'],
    ['cut off', item.slice(0, 900), 'isn’t valid XML'],
    ['a document type', `<!DOCTYPE a [<!ENTITY x "y">]>${item.slice(item.indexOf('<assess'))}`, 'DOCTYPE'],
    ['an entity', item.replace('&amp;', '&nurse;'), '“&nurse;” isn’t a valid XML entity'],
    ['an invalid character', item.replace('&amp;', '&#0;'), '“&#0;” isn’t a valid XML entity'],
    ['a foreign encoding', item.replace('UTF-8', 'EBCDIC-US'), 'marked as EBCDIC-US'],
  ])('rejects %s', (_name, text, message) => {
    expect(mistakes('item.xml', text)).toEqual([expect.stringContaining(message)])
  })

  test('reports errors in a package by file and line', () => {
    const files = { 'items/1.xml': item, 'items/2.xml': item.replace('<value>B</value>', '') }
    expect(mistakes('package.zip', questionPackage(files))).toEqual([
      'items/2.xml 4: “First note”: the correct option isn’t marked.',
    ])
    expect(mistakes('package.zip', questionPackage({ 'items/1.xml': item, 'items/2.xml': item }))).toEqual([
      'items/2.xml 3: This question is the same as an earlier question: each must be different.',
    ])
  })
})
