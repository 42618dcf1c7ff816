import { expect, test } from 'vitest'
import { markdownToHtml } from './markdown.ts'

test('paragraphs, lists, emphasis and links become HTML', () => {
  expect(markdownToHtml('# Why\n\nA **DME** is *not* care.\n\n- one\n- two')).toBe(
    '<h3>Why</h3>\n<p>A <strong>DME</strong> is <em>not</em> care.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  )
  expect(markdownToHtml('[rule](https://example.com/a)')).toBe(
    '<p><a href="https://example.com/a" rel="nofollow ugc noopener">rule</a></p>',
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
