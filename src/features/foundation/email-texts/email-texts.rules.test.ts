import { expect, test } from 'vitest'
import { getNameValues, type MemberNames, renderEditableEmail } from './editable-email.service.ts'
import { EMAIL_TEXT_NAMES, getEmailText } from './email-texts.rules.ts'
import { findWrittenTextErrors, toStoredText, toStoredTexts } from './stored-texts.rules.ts'
import { findTextErrors, tidyEditedText } from './text-errors.rules.ts'
import { fillText, resolveEmailText } from './text-filling.rules.ts'

const RECEIPT = getEmailText('receipt')

test.each(EMAIL_TEXT_NAMES)('%s: the standard text is valid, and saving it stores nothing', (name) => {
  expect(findTextErrors(name, getEmailText(name))).toEqual({})
  expect(tidyEditedText(getEmailText(name))).toMatchObject({ opening: getEmailText(name).opening })
  expect(toStoredText(name, getEmailText(name))).toBeUndefined()
})

test.each([
  ['empty', ' \n', 'Enter a subject.'],
  ['on two lines', 'Your\nreceipt', 'Enter the subject on one line.'],
  ['on two lines of another system', 'Your\u2028receipt', 'Enter the subject on one line.'],
  ['with a hidden header', 'Your receipt\r\nBcc: a@example.com', 'Enter the subject on one line.'],
  [
    'with a mark that reverses it',
    'Your \u202Etpiecer',
    'This contains invisible characters. Type it again, or paste it as plain text.',
  ],
  [
    'with a control character',
    'Your\u0007 receipt',
    'This contains invisible characters. Type it again, or paste it as plain text.',
  ],
  ['too long', 'ä'.repeat(121), 'Use at most 120 characters. There are 121 now.'],
  ['with a misspelled variable', 'Hi {first_nmae}', 'There is no {first_nmae}. Did you mean {first_name}?'],
  ['with another case', 'Hi {Name}', 'There is no {Name}. Did you mean {name}?'],
  ['with spaces in the braces', 'Hi { name }', 'There is no { name }. Did you mean {name}?'],
  [
    'with an unknown variable',
    'Hi {xyzzy_plugh_frob}',
    'There is no {xyzzy_plugh_frob}. You can use {first_name}, {name}, {item}, {order}, {total}, {academy}.',
  ],
  [
    'with a name of JavaScript',
    'Hi {toString}',
    'There is no {toString}. You can use {first_name}, {name}, {item}, {order}, {total}, {academy}.',
  ],
  ['with empty braces', 'Hi {}', 'Write a variable’s name between the braces, such as {first_name}.'],
  ['with an unclosed brace', 'Hi {name, welcome', 'A brace isn’t closed after “{name”. Write {name}.'],
  ['with an unopened brace', 'Hi name}', 'Remove the single }, or write a variable, such as {first_name}.'],
  ['with nested braces', 'Hi {{name}}', 'A brace isn’t closed after “{”. Write {first_name}.'],
])('rejects a subject %s', (_, subject, message) => {
  const { subject: messages = [], ...others } = findTextErrors('receipt', { ...RECEIPT, subject })
  expect(messages[0]).toBe(message)
  expect(others).toEqual({})
})

test.each([
  ['empty', '\n \n', 'Enter at least one sentence.'],
  ['too long', `${'word '.repeat(199)}words.`, 'Use at most 1,000 characters. There are 1,001 now.'],
  ['of four paragraphs', 'One.\nTwo.\n\nThree.\nFour.', 'Use at most 3 paragraphs.'],
  [
    'with a hidden space',
    'One\u200B.',
    'This contains invisible characters. Type it again, or paste it as plain text.',
  ],
])('rejects an opening %s', (_, opening, message) => {
  expect(findTextErrors('receipt', { ...RECEIPT, opening })).toEqual({ opening: [message] })
})

test('requires what an email can’t do without, and allows no opening where there is none', () => {
  expect(findTextErrors('refund', { ...getEmailText('refund'), opening: 'We sent it.' })).toEqual({
    opening: ['Include {destination}, because the buyer must know where the money goes.'],
  })
  expect(findTextErrors('notifications', { subject: 'News', opening: '' })).toEqual({})
})

test('fills each variable once, whatever its value contains', () => {
  const values = { name: '{code} $& {academy}', item: '', code: 'secret', academy: 'Ours' }
  expect(fillText('{item} Hi {name}, {item} welcome to {academy} {item}', values)).toBe(
    'Hi {code} $& {academy}, welcome to Ours',
  )
  expect(fillText('{constructor} {name}', values)).toBe('{constructor} {code} $& {academy}')
})

const NORA = { firstName: 'Nora', lastName: '', username: 'nora88' }
const SITE = { name: 'Night <School>', postalAddress: '', email: 'office@example.com', phone: '' }

type Special = { member?: MemberNames; insteadOfOpening?: string }

function renderReceipt(texts: object, { member = NORA, insteadOfOpening }: Special = {}) {
  return renderEditableEmail('receipt', {
    site: { ...SITE, emailTexts: { receipt: texts } },
    values: { ...getNameValues(member), item: 'Facts & Forms', order: '1', total: '$9.00' },
    preview: 'Order 1',
    heading: 'Thanks for your order',
    fact: 'The invoice is attached.',
    insteadOfOpening,
    paragraphs: ['Later.'],
  })
}

test('an owner’s words replace subject and opening, and facts stay', () => {
  const email = renderReceipt({
    subject: 'Welcome, {name}: your <b>{item}</b>.',
    opening: 'Hi {name},\n\n<script>{item}</script>',
  })
  expect(email.subject).toBe('Welcome, Nora: your <b>Facts & Forms</b>.')
  expect(email.text).toContain(
    'Thanks for your order\n\nHi Nora,\n\n<script>Facts & Forms</script>\n\nThe invoice is attached.\n\nLater.\n\n-- \nNight <School>',
  )
  expect(email.html).toContain('>Hi Nora,</p>')
  expect(email.html).toContain('>&lt;script&gt;Facts &amp; Forms&lt;/script&gt;</p>')
  expect(email.html).not.toContain('<script')
  const standard = renderReceipt({})
  expect(standard.subject).toBe('Your receipt: Facts & Forms')
  expect(standard.text).toContain('\n\nFacts & Forms is ready. The invoice is attached.\n\nLater.')
})

test('a hostile name adds no header, markup, variable, or hidden character', () => {
  const firstName = '{order}\r\nBcc: a@example.com \u202E<img src=x>\u0007'
  const email = renderReceipt({ subject: 'Hi {name}', opening: 'Hi {name}!' }, { member: { ...NORA, firstName } })
  expect(email.subject).toBe('Hi {order} Bcc: a@example.com <img src=x>')
  expect(email.html).toContain('>Hi {order} Bcc: a@example.com &lt;img src=x&gt;!</p>')
  for (const hidden of ['\u202E', '\u0007', '<img']) expect(email.html).not.toContain(hidden)
})

test('uses the username of a member who gave no name', () => {
  expect(getNameValues({ ...NORA, firstName: '' })).toEqual({ first_name: 'nora88', name: 'nora88' })
  expect(getNameValues({ ...NORA, lastName: 'Night' })).toEqual({ first_name: 'Nora', name: 'Nora Night' })
})

test('keeps 120 characters of an own subject, and the standard subject as short as before', () => {
  expect(renderReceipt({ subject: `{item} ${'x'.repeat(200)}` }).subject).toHaveLength(120)
  expect(renderReceipt({ subject: `${'four '.repeat(23)}five` }).subject).toHaveLength(119)
})

test('uses the standard text where the own one would be wrong', () => {
  const opening = 'It is ready.'
  expect(renderReceipt({ opening }, { insteadOfOpening: 'The payment is disputed.' }).text).toContain(
    '\n\nThe payment is disputed. The invoice is attached.\n\nLater.',
  )
  // As if saved by another version, which had other variables.
  expect(resolveEmailText('receipt', { receipt: { subject: 'Hi {nickname}', opening } })).toEqual({
    subject: RECEIPT.subject,
    opening,
    isOwnSubject: false,
    isOwnOpening: true,
  })
  expect(resolveEmailText('receipt', { receipts: { subject: 'x' } })).toMatchObject(RECEIPT_TEXT)
})

const RECEIPT_TEXT = { subject: RECEIPT.subject, opening: RECEIPT.opening }

test('checks and tidies texts written in site.yaml', () => {
  expect(
    findWrittenTextErrors({
      receipts: {},
      receipt: { subject: 'Hi {nmae}' },
      refund: ['x'],
      certificate: { opening: 1 },
    }),
  ).toEqual([
    { path: ['receipts'], message: 'unknown email; did you mean receipt?' },
    { path: ['receipt', 'subject'], message: 'receipt, subject: There is no {nmae}. Did you mean {name}?' },
  ])
  const written = { subject: RECEIPT.subject, opening: ' Hi {name},\nwelcome.\n' }
  expect(toStoredTexts({ receipt: written, refund: {}, later: { subject: 'x' } })).toEqual({
    receipt: { opening: 'Hi {name},\n\nwelcome.' },
    later: { subject: 'x' },
  })
  expect(toStoredTexts({ receipt: RECEIPT_TEXT })).toBeUndefined()
})
