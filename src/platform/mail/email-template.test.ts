import { expect, test } from 'vitest'
import { describeReplyTo, renderEmail } from './email-template.ts'

const contents = {
  site: { name: 'Legal & <b>Nurse</b>', postalAddress: '1 Lamp Street', email: 'office@academy.test', phone: '' },
  subject: 'Hello\r\nBcc: all@example.com\u2028',
  preview: 'What it is <i>about</i>',
  heading: 'A <script>heading</script>',
  paragraphs: ['One & two'],
  button: { label: 'Open', address: 'https://academy.test/x?a=1&b="2"' },
  afterward: ['Afterward'],
}

test('a subject stays on one line', () => {
  expect(renderEmail(contents).subject).toBe('Hello Bcc: all@example.com')
})

test.each([
  ['a sentence', 'Depositions has changed.', 'Depositions has changed'],
  ['a question', 'Has it changed?', 'Has it changed?'],
  [
    'a long name',
    'Your receipt: Unethical Defense Medical Exam Challenges: What Nobody Tells You',
    'Your receipt: Unethical Defense Medical Exam Challenges…',
  ],
  ['one long word', '🩺'.repeat(200), `${'🩺'.repeat(58)}…`],
])('shortens the subject for mailboxes: %s', (_, subject, shown) => {
  expect(renderEmail({ ...contents, subject }).subject).toBe(shown)
})

test('removes invisible and bidirectional control characters from subject and body, wherever they were stored', () => {
  const hidden = '\u202A\u202E\u2066\u2069\u200E\u200F\u200B\u2060\uFEFF\u061C'
  const made = renderEmail({
    ...contents,
    subject: `For ${hidden}Nora`,
    heading: `${hidden}Nora`,
    paragraphs: [`${hidden}x`],
  })
  expect(made.subject).toBe('For Nora')
  for (const part of [made.text, made.html]) expect(part).not.toMatch(new RegExp(`[${hidden}]`))
  // Persian names and some emoji need these invisible characters.
  expect(renderEmail({ ...contents, subject: 'علی\u200Cرضا' }).subject).toBe('علی\u200Cرضا')
})

test('sets Reply-To to an address that is read; without one, the email asks for no replies', () => {
  expect(renderEmail(contents).replyTo).toBe('office@academy.test')
  const site = { ...contents.site, email: '' }
  expect(renderEmail({ ...contents, site })).not.toHaveProperty('replyTo')
  expect([describeReplyTo(contents.site), describeReplyTo(site)]).toEqual([
    'please reply to this email',
    'please contact us',
  ])
})

test('escapes all text', () => {
  const { html } = renderEmail(contents)
  expect(html).toContain('Legal &amp; &lt;b&gt;Nurse&lt;/b&gt;')
  expect(html).toContain('href="https://academy.test/x?a=1&amp;b=&quot;2&quot;"')
  expect(html).not.toMatch(/<script|<b>|<i>|<img|url\(/)
})

test('the plain text contains everything the HTML does', () => {
  expect(renderEmail(contents).text).toBe(
    'A <script>heading</script>\n\nOne & two\n\nOpen:\nhttps://academy.test/x?a=1&b="2"\n\nAfterward\n\n-- \nLegal & <b>Nurse</b>\n1 Lamp Street\noffice@academy.test',
  )
})

test('optional emails explain in their footer why they were sent and how to unsubscribe; required ones have no such link', () => {
  const address = 'https://academy.test/Leave/token'
  const leave = { why: 'You have <reminders> on.', label: 'No more', address }
  const left = renderEmail({ ...contents, leave })
  expect(left.leave).toBe(address)
  expect(left.text).toMatch(/\n\nYou have <reminders> on\.\nNo more:\nhttps:\/\/academy\.test\/Leave\/token$/)
  expect(left.html).toContain(`You have &lt;reminders&gt; on.<br><a class="link" href="${address}"`)
  expect(renderEmail(contents)).not.toHaveProperty('leave')
})
