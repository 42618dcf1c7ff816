import { expect, test } from 'vitest'
import type { MarkdownStyle } from '#shared/markdown.ts'
import { renderMarkdown } from './markdown.ts'

function rendered(text: string, style: MarkdownStyle = 'document') {
  const result = renderMarkdown({ text, style })
  if ('wrong' in result) throw new Error(result.wrong)
  return result
}
const html = (text: string, style?: MarkdownStyle) => rendered(text, style).html
const warnings = (text: string, style?: MarkdownStyle) =>
  rendered(text, style).warnings.map(({ line, message }) => `${line}: ${message}`)

test('paragraphs, lists, emphasis, and links become HTML', () => {
  expect(html('# Why\n\nA **DME** is *not* care.\n\n- one\n- two')).toBe(
    '<h3>Why</h3>\n<p>A <strong>DME</strong> is <em>not</em> care.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  )
  expect(html('[rule](https://example.com/a)')).toBe(
    '<p><a href="https://example.com/a" rel="nofollow ugc noopener">rule</a></p>',
  )
  expect(html('[555 010](tel:555010)')).toBe(
    '<p><a href="tel:555010" rel="nofollow ugc noopener" class="whitespace-nowrap">555 010</a></p>',
  )
})

test.each([
  ['Takes ~5~10 minutes; ~120~130.', '<p>Takes ~5~10 minutes; ~120~130.</p>', 'Takes ~5~10 minutes; ~120~130.'],
  ['2*3*4 cm, **2*3*4**', '<p>2*3*4 cm, <strong>2*3*4</strong></p>', '2*3*4 cm, 2*3*4'],
  ['*2* a*b*c **3**4', '<p><em>2</em> a<em>b</em>c <strong>3</strong>4</p>', '2 abc 34'],
  ['~a~ and ~~gone~~', '<p>~a~ and <del>gone</del></p>', '~a~ and gone'],
  ['BP < 120 > 80, <b>bold</b>', '<p>BP &lt; 120 &gt; 80, &lt;b&gt;bold&lt;/b&gt;</p>', 'BP < 120 > 80, <b>bold</b>'],
  ['K <3.5 of <patient> "hi"', '<p>K &lt;3.5 of &lt;patient&gt; "hi"</p>', 'K <3.5 of <patient> "hi"'],
  ['- [x] done\n- [ ] open', '<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>', '☑ done\n☐ open'],
  [
    '| Drug | Dose |\n|---|---|\n| Heparin | **5000** |',
    '<table>\n<thead>\n<tr>\n<th>Drug</th>\n<th>Dose</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>Heparin</td>\n<td><strong>5000</strong></td>\n</tr>\n</tbody></table>',
    'Drug Dose\nHeparin 5000',
  ],
  [
    'See www.example.com',
    '<p>See <a href="http://www.example.com" rel="nofollow ugc noopener">www.example.com</a></p>',
    'See www.example.com',
  ],
  [
    '![A drawing](https://example.com/a.png)',
    '<p><a href="https://example.com/a.png" rel="nofollow ugc noopener">A drawing</a></p>',
    'A drawing',
  ],
  ['![Ours](/images/1/a.webp)', '<p><img src="/images/1/a.webp" alt="Ours" loading="lazy" /></p>', ''],
])('%j looks to readers as it does to its author', (text, shown, words) => {
  expect(rendered(text)).toMatchObject({ html: shown, text: words })
  expect(html(text, 'typed')).toBe(shown)
})

test('a typed line break ends a line in posts, but not in documents', () => {
  expect(html('one\ntwo\n\nthree')).toBe('<p>one\ntwo</p>\n<p>three</p>')
  expect(html('one\ntwo\n\nthree', 'typed')).toBe('<p>one<br />two</p>\n<p>three</p>')
  expect(html('one<br>two\n\n<br />\n\nthree')).toBe('<p>one<br />two</p>\n<p><br /></p>\n<p>three</p>')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" style="color:red">hello</p>',
  '[x](javascript:alert(1))',
  '![x](javascript:alert(1)) ![x](data:text/html,y) ![x](/images/../admin")',
  '[x](//example.com/x) [y](/\\example.com)',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<iframe src="https://example.com"></iframe>',
  '```\n<script>alert(1)</script>\n```',
])('nothing in %s runs', (text) => {
  for (const style of ['document', 'typed'] as const)
    expect(
      html(text, style).replaceAll(/<\/?(?:p|pre|code|br \/|a href="(?!\/[/\\])[^":]*" rel="[^"]*"|\/a)>|<\/a>/g, ''),
    ).not.toMatch(/</)
})

test('splits a long text at its highest headings and leaves out its title and manual numbering', () => {
  const terms = rendered(
    '# Terms\n\nHello.\n\n## 1. One **two**\n\nA [b][x].\n\n### Deep\n\n## One two\n\n[x]: /y\n',
    'chapters',
  )
  expect(terms.html).toBe('<p>Hello.</p>')
  expect(terms.chapters.map(({ id, heading }) => [id, heading])).toEqual([
    ['one-two', 'One two'],
    ['part-2', 'One two'],
  ])
  expect(terms.chapters[0]?.html).toContain('href="/y"')
  expect(
    rendered('## A &amp; *B* &eacute;\n\n## \\&lt; `&lt;` & [c][d] <\n\n[d]: /e\n', 'chapters').chapters,
  ).toMatchObject([{ id: 'a-b-é', heading: 'A & B é' }, { heading: '&lt; &lt; & c <' }])
  expect(rendered('Only this.', 'chapters').chapters).toEqual([{ id: 'text', heading: '', html: '<p>Only this.</p>' }])
  expect(rendered('# A\n\n# B\n', 'chapters').chapters.map(({ heading }) => heading)).toEqual(['A', 'B'])
})

test('reports by line what readers would not see as intended', () => {
  expect(warnings('Fine<br>\n\n- [a](/b)\n- <https://c.example>\n\n|a|\n|-|\n|~5~|\n\n- [x] b')).toEqual([])
  expect(warnings('One.\n\nTwo <iframe src="x"></iframe>\n')).toEqual([
    '3: <iframe src="x"> is HTML, which is shown as typed: write it in Markdown',
    '3: </iframe> is HTML, which is shown as typed: write it in Markdown',
  ])
  const footnote = 'footnotes are shown as typed: put the note in the text'
  expect(warnings('A[^1].\n\n[^1]: The note.\n\n[^2]: Two\n')).toEqual([1, 3, 5].map((line) => `${line}: ${footnote}`))
  expect(warnings('<!-- to do -->\n\n- one\n- two\n  [x](javascript:alert(1))\n')).toEqual([
    '1: comments, scripts, and styles are not shown: remove them',
    '5: a link leads to javascript:alert(1): links must begin with https://, mailto:, tel:, or /',
  ])
  const picture = 'is shown as a link: only images from this academy, at /images/…, are shown'
  expect(
    warnings('a\n\n![x](y.png) ![o](/images/1/a.webp)\n\n| a |\n| - |\n| ![z](https://e.example/z.png) |'),
  ).toEqual([`3: the image y.png ${picture}`, `7: the image https://e.example/z.png ${picture}`])
})

test('rejects text that is nested too deeply or becomes too large, with a message', () => {
  const wrong = (text: string) => renderMarkdown({ text, style: 'document' })
  const deep = { wrong: 'has too many nested lists or quotes. Please simplify it' }
  expect(wrong(`${'> '.repeat(21)}x`)).toEqual(deep)
  expect(wrong(`${'* '.repeat(300)}x`)).toEqual(deep)
  expect(wrong(`[a]: /${'x'.repeat(5_000)}\n\n${'[a] '.repeat(500)}`)).toMatchObject({ wrong: /two million/ })
})
