import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CourseLectures } from './course-lectures.tsx'
import { lengthInWords } from './length.ts'

test.each([
  [5, '1 min'],
  [89, '1 min'],
  [3_570, '1 h'],
  [4_380, '1 h 13 min'],
  [7_200, '2 h'],
])('%i seconds are shown as %s', (seconds, words) => {
  expect(lengthInWords(seconds)).toBe(words)
})

test.each([
  [599.7, '9:59'],
  [600.4, '10:00'],
  [4380.9, '1:13:00'],
])('a lecture of %d seconds is listed with %s, as its player shows it', (seconds, shown) => {
  const lecture = {
    id: 'a',
    lecture_name: 'First',
    seconds,
    lecture_description_html: '',
    sub_lecture: [],
    attachments: [],
  }
  const list = createElement(CourseLectures, { lectures: [lecture], sample: null } as never)
  expect(renderToStaticMarkup(list)).toContain(`>${shown}<`)
})
