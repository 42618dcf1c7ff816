import { expect, test } from 'vitest'
import { renderMarkdown } from '#platform/markdown.ts'
import { renderBodyHtml, renderBodyText } from './email-body.ts'
import { processorTime } from '../../../test/harness/event-loop-block.ts'

const render = (text: string) => {
  const rendered = renderMarkdown({ text, style: 'typed' })
  if ('wrong' in rendered) throw new Error(rendered.wrong)
  return rendered.html
}

test('gives each element its style, and changes nothing else', () => {
  const html = renderBodyHtml(render('# Hi\n\nOne **two** [three](https://example.com/?a=1&b=2)\n\n> *four*'))
  expect(html).toMatch(/<h3 class="ink" style="[^"]+">Hi<\/h3>/)
  expect(html).toMatch(/<a class="link" style="[^"]+" href="https:\/\/example.com\/\?a=1&amp;b=2">three<\/a>/)
  expect(html).toMatch(/<blockquote class="rule" style="[^"]+">\s*<p class="ink"/)
  expect(html).not.toContain('rel=')
})

test.each([
  ['One\ntwo', 'One\ntwo'],
  ['# Hi\n\nOne **two**', 'Hi\n\nOne two'],
  ['- One\n- Two\n  - Three\n\nFour', '- One\n- Two\n  - Three\n\nFour'],
  ['3. One\n4. Two', '3. One\n4. Two'],
  ['[a & b](https://example.com/?a=1&b=2)', 'a & b (https://example.com/?a=1&b=2)'],
  ['https://example.com', 'https://example.com'],
  ['<b>not bold</b> 2 < 3', '<b>not bold</b> 2 < 3'],
  ['`code`\n\n> quote', 'code\n\nquote'],
])('turns %j into plain text', (markdown, text) => {
  expect(renderBodyText(render(markdown))).toBe(text)
})

test.each([' ', '\u00A0', '\t'])(
  'many spaces take no time, because each recipient’s email is rendered: %j',
  (space) => {
    const html = `<p><code>a${space.repeat(60_000)}b</code></p>`
    expect(processorTime(() => expect(renderBodyText(html)).toMatch(/^a\s+b$/))).toBeLessThan(500)
  },
)
