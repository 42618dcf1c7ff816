import { expect, test } from 'vitest'
import { linkMoments } from './link-moments.ts'

const LENGTH = 900
const shown = (html: string) => linkMoments(html, LENGTH, (seconds) => `/L?at=${seconds}`)
const link = (clock: string, seconds: number) => `<a href="/L?at=${seconds}" data-moment="${seconds}">${clock}</a>`

test.each([
  [
    '<p>At 12:40 she says so, and at 0:05.</p>',
    `<p>At ${link('12:40', 760)} she says so, and at ${link('0:05', 5)}.</p>`,
  ],
  ['<p><strong>15:00</strong></p>', `<p><strong>${link('15:00', 900)}</strong></p>`],
  ['<p>0:12:40 is the same</p>', `<p>${link('0:12:40', 760)} is the same</p>`],
])('links a timestamp in the lecture: %s', (html, expected) => {
  expect(shown(html)).toBe(expected)
})

test.each([
  ['after the end', '<p>15:01, 1:02:03</p>'],
  ['a time of day', '<p>10:30 a.m., 2:15 PM, 9:00pm</p>'],
  ['no moment', '<p>12:400 12:4 112:40:1 10:75 3.12:40</p>'],
  ['a link', '<p><a href="https://example.com/12:40">see 12:40</a></p>'],
  ['code', '<pre><code>12:40</code></pre>'],
  ['inside a tag', '<a href="/at/12:40"></a>'],
])('keeps as text: %s', (_, html) => {
  expect(shown(html)).toBe(html)
})
