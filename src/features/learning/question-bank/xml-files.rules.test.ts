import { describe, expect, test } from 'vitest'
import {
  canvasPackage,
  manifestOf,
  questionPackage,
  questionSample,
  zipOf,
} from '../../../../test/samples/question-samples.ts'
import { parseQuestionFile } from './question-import.rules.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const sample = (name: Parameters<typeof questionSample>[0]) => new TextDecoder().decode(questionSample(name))

const parse = (content: string | Uint8Array, name = 'questions.xml') =>
  parseQuestionFile({ name, bytes: typeof content === 'string' ? bytesOf(content) : content })

function read(content: string | Uint8Array) {
  const { questions, mistakes } = parse(content)
  expect(mistakes).toEqual([])
  return questions
}

/** `file number: message`, as reported. */
const mistakes = (content: string | Uint8Array): string[] =>
  parse(content).mistakes.map(
    ({ file, number, message }) => `${file === null ? '' : `${file} `}${number ?? '-'}: ${message}`,
  )

describe('Moodle XML', () => {
  test('takes questions with one right answer as plain text, and lists the others by number', () => {
    expect(parse(sample('moodle.xml'))).toEqual({
      questions: [
        {
          question: 'What does an observer write down first? The exam’s limit is 10⁶ > 10⁵.',
          options: ["The examiner's opinion", 'The time & the place', 'Nothing'],
          answerIndex: 1,
          rationale:
            "See lecture 1. Both show how long each part took. “The examiner's opinion”: An observer has none.",
        },
        {
          question: 'An observer may record sound where the law allows it (A < B).',
          options: ['True', 'False'],
          answerIndex: 0,
          rationale: 'Ask first.',
        },
        {
          question: 'Who leaves last: the patient (P) & the observer, or the examiner?',
          options: ['The examiner', 'The patient & the observer'],
          answerIndex: 0,
          rationale: '',
        },
      ],
      mistakes: [
        [
          3,
          'What does an observer bring?',
          'This question has several right answers. Only questions with one right answer can be used.',
        ],
        [4, 'Which angle is shown?', 'This question has a picture. Only text can be used.'],
        [5, 'Who answers the examiner?', expect.stringContaining('is a short-answer question. Only multiple-choice')],
        [6, 'Which note is best?', expect.stringContaining('gives partial credit')],
        [8, expect.stringContaining('The exam begins at'), expect.stringContaining('is a fill-in-the-blank question')],
        [9, expect.stringContaining('of 10 mg?'), 'This question has a formula. Only text can be used.'],
      ].map(([number, excerpt, message]) => ({ file: null, line: expect.any(Number), number, excerpt, message })),
      more: 0,
      refused: 6,
    })
  })

  test.each([
    ['a picture in an option', ['<p>Nothing</p>', '<p><img src="a.png"></p>'], 'This question has a picture'],
    [
      'a picture in its feedback',
      ['<p>See lecture 1</p>', '<p><img src="a.png"></p>'],
      'The feedback of this question has a picture',
    ],
    ['a table', ['<p dir="ltr"', '<table><tr><td>1</td></tr></table><p dir="ltr"'], 'This question has a table'],
    ['no right answer', ['fraction="100"', 'fraction="0"'], 'No answer of this question is marked as right'],
    ['no option with text', ['<p>Nothing</p>', '<p>&nbsp;</p>'], 'Option 3 must not be empty'],
    ['an unknown type', ['type="multichoice"', 'type="stack"'], 'This question is of the type “stack”'],
    [
      'a picture of Moodle 1',
      ['<defaultgrade>', '<image_base64>iVBORw0KGgo=</image_base64><defaultgrade>'],
      'has a picture',
    ],
  ])('leaves out a question with %s', (_name, [from = '', to = ''], message) => {
    const changed = sample('moodle.xml').replace(from, to)
    expect(changed).not.toBe(sample('moodle.xml'))
    expect(parse(changed).mistakes[0]).toMatchObject({ number: 1, message: expect.stringContaining(message) })
  })

  test('drops comments, styles, and scripts that Word and browsers add', () => {
    const pasted =
      '<!--[if gte mso 9]><xml><o:p>junk</o:p></xml><![endif]--><style>p { color: red }</style><p class=MsoNormal>What<o:p></o:p> is <script>alert(1)</script>read&hellip;</p><ul><li>one</li><li>two</li></ul>'
    const changed = sample('moodle.xml').replace('<p>Who answers the examiner?</p>', pasted)
    expect(parse(changed).mistakes[2]).toMatchObject({ excerpt: 'What is read… one two' })
  })

  test('reads a file that was zipped', () => {
    expect(parse(zipOf({ 'quiz.xml': sample('moodle.xml') }), 'quiz.zip').questions).toHaveLength(3)
  })
})

describe('Canvas', () => {
  test('takes questions of a Classic Quiz', () => {
    expect(parse(canvasPackage({ g1f0c: sample('canvas-classic.xml') }))).toMatchObject({
      questions: [
        {
          question: 'What is written down first, the observer’s name & what else?',
          options: ['The time', 'The weather <b>', 'CO₂'],
          answerIndex: 0,
          rationale: 'See lecture 1. It shows how long each part took. “The weather <b>”: No one asks.',
        },
        { question: 'The patient may ask for a break.', options: ['True', 'False'], answerIndex: 0, rationale: '' },
        { question: 'Who speaks for the patient?', options: ['The observer', 'No one'], answerIndex: 1 },
      ],
      mistakes: [
        {
          number: 2,
          file: null,
          excerpt: 'What does an observer bring?',
          message: expect.stringContaining('several right answers'),
        },
        { number: 4, file: null, message: expect.stringContaining('is a matching question') },
        { number: 5, file: null, message: 'This question has a picture. Only text can be used.' },
      ],
      refused: 3,
    })
  })

  test('takes the quizzes of an exported course, a Common Cartridge', () => {
    const item = (question: string, profile: string, right: string[]) => `<item ident="i">
      <itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>${profile}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
      <presentation><material><mattext texttype="text/html">&lt;p&gt;${question}&lt;/p&gt;</mattext></material>
        <response_lid ident="r" rcardinality="Single"><render_choice>
          <response_label ident="a"><material><mattext texttype="text/plain">The nurse</mattext></material></response_label>
          <response_label ident="b"><material><mattext texttype="text/plain">The clerk</mattext></material></response_label>
        </render_choice></response_lid></presentation>
      <resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
        <respcondition continue="No"><conditionvar><and>${right.map((ident) => `<varequal respident="r">${ident}</varequal>`).join('')}</and></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>
      </resprocessing></item>`
    const quiz = (...items: string[]) =>
      `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="q" title="Week 1"><section ident="root_section">${items.join('')}</section></assessment></questestinterop>`
    const types = ['webcontent', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment']
    const resources = types.map(
      (type, n) => `<resource identifier="r${n}" type="${type}"><file href="g${n}/assessment_qti.xml"/></resource>`,
    )
    const cartridge = zipOf({
      'imsmanifest.xml': `<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><resources>${resources.join('')}</resources></manifest>`,
      'g1/assessment_qti.xml': quiz(item('Who signs?', 'cc.multiple_choice.v0p1', ['a'])),
      'g2/assessment_qti.xml': quiz(
        item('Who files?', 'cc.multiple_choice.v0p1', ['b']),
        item('Who may sign?', 'cc.multiple_response.v0p1', ['a', 'b']),
      ),
      'wiki_content/welcome.html': '<p>Welcome</p>',
    })
    expect(parse(cartridge, 'course.imscc')).toMatchObject({
      questions: [
        { question: 'Who signs?', answerIndex: 0 },
        { question: 'Who files?', answerIndex: 1 },
      ],
      mistakes: [{ number: 2, message: expect.stringContaining('several right answers') }],
    })
  })

  test('takes questions of a New Quiz, and names each of several quizzes', () => {
    expect(
      read(canvasPackage({ a: sample('canvas-new-quiz.xml').replace(/<item ident="d74b"[^]*<bankentry[^>]*>/, '') })),
    ).toEqual([
      { question: 'Who signs the first page?', options: ['The nurse', 'The clerk'], answerIndex: 0, rationale: '' },
    ])
    const both = canvasPackage({ a: sample('canvas-classic.xml'), b: sample('canvas-new-quiz.xml') })
    expect(parse(both)).toMatchObject({ questions: { length: 4 }, refused: 7 })
    expect(mistakes(both).slice(3)).toEqual([
      expect.stringContaining('Week 2 2: This question gives partial credit'),
      expect.stringContaining('Week 2 3: This question is text without options'),
      expect.stringContaining('Week 2 4: This question belongs to a text (stimulus)'),
      expect.stringContaining('Week 2 5: This question is in a question bank'),
    ])
  })

  test('reads QTI 2 packages that list questions only as files of a test, with HTML as text', () => {
    const item = sample('item-2.1.xml').replace(
      /<prompt>.*<\/prompt>/,
      '<prompt>&lt;p&gt;Which time is &lt;b&gt;written&lt;/b&gt;&amp;nbsp;down?&lt;/p&gt;</prompt>',
    )
    const manifest = `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="m"><organizations/><resources>
      <resource href="assessment.xml" type="imsqti_test_xmlv2p2" identifier="TEST">
        <file href="assessment.xml"/><file href="1.xml"/><file href="2.xml"/><file href="images/a.png"/>
      </resource></resources></manifest>`
    const test = '<assessmentTest xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2p1"><testPart/></assessmentTest>'
    const several = sample('item-2.1.xml').replace('<value>B</value>', '<value>B</value><value>A</value>')
    const files = { 'imsmanifest.xml': manifest, 'assessment.xml': test, '1.xml': item, '2.xml': several }
    expect(parse(zipOf(files))).toMatchObject({
      questions: [{ question: expect.stringContaining('Which time is written down?') }],
      mistakes: [{ file: '2.xml', number: 2, message: expect.stringContaining('several right answers') }],
    })
  })

  test.each([
    [
      'a formula',
      ['What is written down', '&lt;img class="equation_image" data-equation-content="x"&gt;'],
      'has a formula',
    ],
    [
      'a picture in its feedback',
      ['&lt;p&gt;See lecture 1.&lt;/p&gt;', '&lt;img src="a.png"&gt;'],
      'The feedback of this question has a picture',
    ],
    ['no right answer', ['varname="SCORE">100', 'varname="SCORE">0'], 'No answer of this question is marked as right'],
    [
      'an answer that is not an option',
      ['>5706</varequal>', '>9</varequal>'],
      'No answer of this question is marked as right',
    ],
    [
      'a type that needs typing',
      ['multiple_choice_question', 'short_answer_question'],
      'is a fill-in-the-blank question',
    ],
  ])('leaves out a question with %s', (_name, [from = '', to = ''], message) => {
    const changed = sample('canvas-classic.xml').replace(from, to)
    expect(changed).not.toBe(sample('canvas-classic.xml'))
    expect(parse(changed).mistakes[0]).toMatchObject({ number: 1, message: expect.stringContaining(message) })
  })
})

describe('QTI 2 and 3', () => {
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
  const item = sample('item-2.1.xml')

  test('reads a question of 2.1 and of 3', () => {
    expect(read(item)).toEqual([first])
    expect(read(questionSample('item-3.xml'))).toEqual([second])
  })

  test('reads a package in the order of its manifest, also in a subfolder', () => {
    const files = { 'items/2.xml': questionSample('item-3.xml'), 'items/1.xml': item }
    expect(read(questionPackage(files))).toEqual([second, first])
    const inFolder = { 'exam/imsmanifest.xml': manifestOf(['./items/a%20b.xml']), 'exam/items/a b.xml': item }
    expect(read(zipOf(inFolder))).toEqual([first])
  })

  test.each([
    ['two right answers', ['<value>B</value>', '<value>B</value><value>A</value>'], 'several right answers'],
    [
      'points',
      ['</correctResponse>', '</correctResponse><mapping><mapEntry mapKey="A" mappedValue="0.5"/></mapping>'],
      'gives partial credit',
    ],
    ['no right answer', ['<value>B</value>', ''], 'No answer of this question is marked'],
    ['an unknown right answer', ['<value>B</value>', '<value>Z</value>'], '“Z,” but no option has that identifier'],
    ['a picture', ['<p>9:15 alone</p>', '<img src="a.png" alt="9:15"/>'], 'has a picture'],
    ['a formula', ['<p>9:15 alone</p>', '<m:math xmlns:m="x"><m:mi>x</m:mi></m:math>'], 'has a formula'],
    [
      'typed words',
      ['<choiceInteraction ', '<textEntryInteraction responseIdentifier="X"/><choiceInteraction '],
      'is a fill-in-the-blank question',
    ],
    ['another question type', ['choiceInteraction', 'orderInteraction'], 'is an ordering question'],
    ['no options', ['choiceInteraction', 'p'], 'is text without options'],
    ['depends on answers', ['adaptive="false"', 'adaptive="true"'], 'is one that adapts to the answers'],
    [
      'drawn at random',
      ['<itemBody>', '<templateDeclaration identifier="N" cardinality="single" baseType="integer"/><itemBody>'],
      'generated from a template',
    ],
    ['no option with text', ['<p>9:15 alone</p>', ' '], 'Option 1 must not be empty'],
  ])('%s', (_name, [from = '', to = ''], message) => {
    const changed = item.replaceAll(from, to)
    expect(changed).not.toBe(item)
    expect(mistakes(changed)).toEqual([expect.stringMatching(/^1: /)])
    expect(mistakes(changed)[0]).toContain(message)
  })

  test.each([
    ['an empty quiz', '<questestinterop/>', 'This file has no questions'],
    ['a quiz with categories only', '<quiz><question type="category"/></quiz>', 'This file has no questions'],
    ['a test only', '<assessmentTest><assessmentItemRef href="a.xml"/></assessmentTest>', 'Choose the whole package'],
    ['something else', '<html><body/></html>', 'it starts with <html>'],
    ['cut off', item.slice(0, 900), 'isn’t valid XML'],
    ['a document type', `<!DOCTYPE a [<!ENTITY x "y">]>${item.slice(item.indexOf('<assess'))}`, 'DOCTYPE'],
    ['an entity', item.replace('&amp;', '&nurse;'), '“&nurse;” isn’t a valid XML entity'],
    ['an invalid character', item.replace('&amp;', '&#0;'), '“&#0;” isn’t a valid XML entity'],
    ['a foreign encoding', item.replace('UTF-8', 'EBCDIC-US'), 'marked as EBCDIC-US'],
  ])('rejects %s', (_name, text, message) => {
    expect(mistakes(text)).toEqual([expect.stringContaining(message)])
  })

  test('reports errors in a package by file and number, and takes the rest', () => {
    const files = { 'items/1.xml': item, 'items/2.xml': item.replace('<value>B</value>', ''), 'items/3.xml': '<a>' }
    expect(parse(questionPackage({ ...files, 'items/4.xml': questionSample('item-3.xml') })).questions).toEqual([
      first,
      second,
    ])
    expect(mistakes(questionPackage(files))).toEqual([
      'items/2.xml 2: No answer of this question is marked as right.',
      expect.stringContaining('items/3.xml 3: This isn’t valid XML'),
    ])
    expect(mistakes(questionPackage({ 'items/1.xml': item, 'items/2.xml': item }))).toEqual([
      'items/2.xml 2: This question is the same as an earlier question: each must be different.',
    ])
  })
})
