import { expect, test } from 'vitest'
import { chaptersOf, markdownToHtml, unshownParts, typedToHtml } from './markdown.ts'

test('paragraphs, lists, emphasis and links become HTML', () => {
  expect(markdownToHtml('# Why\n\nA **DME** is *not* care.\n\n- one\n- two')).toBe(
    '<h3>Why</h3>\n<p>A <strong>DME</strong> is <em>not</em> care.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  )
  expect(markdownToHtml('[rule](https://example.com/a)')).toBe(
    '<p><a href="https://example.com/a" rel="nofollow ugc noopener">rule</a></p>',
  )
})

test('a telephone number stays on one line; no class of anybody else comes through', () => {
  expect(markdownToHtml('[555 010](tel:555010) <a href="/x" class="bg-bar" id="y">x</a>')).toBe(
    '<p><a href="tel:555010" rel="nofollow ugc noopener" class="whitespace-nowrap">555 010</a> <a href="/x" rel="nofollow ugc noopener">x</a></p>',
  )
})

test('nothing that runs survives', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)" style="color:red">hello</p>',
    '[x](javascript:alert(1))',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<iframe src="https://example.com"></iframe>',
    '<svg><animate onbegin=alert(1)></svg>',
    '<a href="//example.com/x">x</a>',
    '```\n<script>alert(1)</script>\n```',
  ]
  for (const text of hostile) {
    expect(markdownToHtml(text)).not.toMatch(
      /<script|onerror|onclick|style=|javascript:|ascript:|<iframe|<svg|onbegin|href="\/\//i,
    )
  }
})

test('a long text, too, is worked out once', () => {
  const long = 'A **word** of [law](https://example.com). '.repeat(2_500)
  markdownToHtml(long)
  const before = process.threadCpuUsage()
  for (let times = 0; times < 20; times += 1) markdownToHtml(long)
  expect(process.threadCpuUsage(before).user / 20 / 1_000).toBeLessThan(10)
})

test('a long text is divided by its highest headings; its title, and numbers that the page sets itself, are left out', () => {
  const { intro, chapters } = chaptersOf(
    '# Terms\n\nHello.\n\n## 1. One **two**\n\nA [b][x].\n\n### Deep\n\n## One two\n\n[x]: /y\n',
  )
  expect(markdownToHtml(intro)).toBe('<p>Hello.</p>')
  expect(chapters.map(({ id, heading }) => [id, heading])).toEqual([
    ['one-two', 'One two'],
    ['part-2', 'One two'],
  ])
  expect(markdownToHtml(chapters[0]?.markdown ?? '')).toContain('href="/y"')
  expect(chaptersOf('## A &amp; *B* &eacute;\n\n## \\&lt; `&lt;` & [c][d] <\n\n[d]: /e\n').chapters).toMatchObject([
    { id: 'a-b-é', heading: 'A & B é' },
    { heading: '&lt; &lt; & c <' },
  ])
  expect(chaptersOf('Only this.').chapters).toEqual([{ id: 'text', heading: '', markdown: 'Only this.' }])
  expect(chaptersOf('# A\n\n# B\n').chapters.map(({ heading }) => heading)).toEqual(['A', 'B'])
})

test('what no page would show of a text is told by its line', () => {
  const lines = (text: string) => unshownParts(text).map(({ line, message }) => `${line}: ${message}`)
  expect(lines('Fine <strong>too</strong><br>\n\n- [a](/b)\n- <https://c.example>\n')).toEqual([])
  expect(lines('One.\n\nTwo <iframe src="x"></iframe>\n')).toEqual([
    '3: <iframe src="x"> is HTML that no page shows: write it in Markdown',
    '3: </iframe> is HTML that no page shows: write it in Markdown',
  ])
  expect(lines('- one\n- two\n  [x](javascript:alert(1))\n')).toEqual([
    '3: a link leads to javascript:alert(1): links begin with https://, mailto:, tel: or /',
  ])
  expect(lines('a\n\n![x](y.png)\n\n| a | b |\n| - | - |\n| 1 | 2 |\n')).toEqual([
    '3: pictures are not shown here: take this one out',
    '5: tables are not shown here: write a list',
  ])
})

test.each([
  ['Potassium <3.5 and <patient> said "hi"', '<p>Potassium &lt;3.5 and &lt;patient&gt; said "hi"</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['Look: ![a chart](https://example.com/x.png)', '<p>Look: ![a chart](https://example.com/x.png)</p>'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', '<pre>| a | b |\n|---|---|\n| 1 | 2 |</pre>'],
  ['**bold** [link](javascript:alert(1))', '<p><strong>bold</strong> <a rel="nofollow ugc noopener">link</a></p>'],
])('of %s nothing that was typed is lost, and nothing runs', (markdown, html) => {
  expect(typedToHtml(markdown)).toBe(html)
})
