import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { EMAIL_SAMPLES } from './email-samples.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOOTER = ['100 Example Avenue, Suite 200, Springfield, ZZ 00000', '(555) 010-0142']
const MAX_SUBJECT_LENGTH = 60

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const count = (text: string, part: string) => text.split(part).length - 1

test('the samples include every email template', () => {
  const templates = globSync('src/**/*.email.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/^export function (render\w+)/gm)].map(([, name = '']) => name),
  )
  expect(templates.length).toBeGreaterThan(30)
  const samples = read('test/e2e/email-samples.ts')
  expect(templates.filter((name) => !samples.includes(`${name}(`))).toEqual([])
})

test('without changes by the owner, every email has exactly these words', async () => {
  const ordinary = EMAIL_SAMPLES.filter(({ name }) => name.endsWith(', ordinary content'))
  const words = ordinary.map(({ name, email }) => `# ${name}\n\nSubject: ${email.subject}\n\n${email.text}\n`)
  // After a deliberate change of words: npx vitest run email-samples -u
  await expect(words.join('\n')).toMatchFileSnapshot('email-samples.txt')
})

test.each(EMAIL_SAMPLES)(
  '$name: a short subject, the address and phone in the footer, at most one button, all of it in plain text',
  ({ email: { subject, text, html } }) => {
    expect([...subject].length).toBeLessThan(MAX_SUBJECT_LENGTH)
    const footer = [text.slice(text.lastIndexOf('\n-- \n')), html.slice(html.lastIndexOf('class="card"'))]
    for (const part of footer) for (const line of FOOTER) expect(part).toContain(line)
    expect(count(html, 'class="button"')).toBeLessThanOrEqual(1)
    const [address = ''] = /(?<=class="button"[^]*?href=")[^"]+/.exec(html) ?? []
    expect(text).toContain(address.replaceAll('&amp;', '&'))
    expect(text).not.toMatch(/<\/?(?:a|b|br|p|td)\b|&\w+;|undefined|null|\n{3}|[^-] \n/)
  },
)
