import { expect, test } from 'vitest'
import { getNextStep, type StudiedCourse, type StudiedLecture } from './resume.rules.ts'

const lecture = (slug: string, given: Partial<StudiedLecture> = {}): StudiedLecture => ({
  slug,
  name: slug,
  seconds: 100,
  position: 0,
  isCompleted: false,
  usedAt: undefined,
  ...given,
})
const course = (slug: string, lectures: StudiedLecture[], hasCertificate = false): StudiedCourse => ({
  slug,
  title: slug,
  hasCertificate,
  hasExam: true,
  hasPassed: hasCertificate,
  examOpenedAt: undefined,
  lectures,
})
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const step = (courses: StudiedCourse[]) => {
  const next = getNextStep(courses)
  return next && [next.course.slug, next.lecture?.slug]
}
const done = { isCompleted: true }

test('continues where the member last stopped, in whichever course', () => {
  const first = course('first', [lecture('a', { position: 40, usedAt: at(1) }), lecture('b')])
  const second = course('second', [
    lecture('c', { ...done, usedAt: at(2) }),
    lecture('d', { position: 7, usedAt: at(3) }),
  ])
  expect(step([first, second])).toEqual(['second', 'd'])
})

test('returns a lecture watched again in a finished course only if nothing else remains', () => {
  const again = [lecture('a', { ...done, position: 12, usedAt: at(1) })]
  expect(step([course('first', again, true)])).toEqual(['first', 'a'])
  expect(step([course('first', again)])).toEqual(['first', undefined])
  expect(step([course('first', again, true), course('second', [lecture('b')])])).toEqual(['second', 'b'])
  expect(step([course('first', [...again, lecture('c')], true), course('second', [lecture('b')])])).toEqual([
    'first',
    'a',
  ])
})

test('continues from the end of a lecture with the next incomplete one, then skipped ones, then the exam', () => {
  const ended = { ...done, usedAt: at(5) }
  expect(step([course('one', [lecture('a', ended), lecture('b', done), lecture('c')])])).toEqual(['one', 'c'])
  expect(step([course('one', [lecture('a'), lecture('b', ended)])])).toEqual(['one', 'a'])
  expect(step([course('one', [lecture('a', done), lecture('b', ended)])])).toEqual(['one', undefined])
})

test('continues with the next course after a certificate, and with nothing after all of them', () => {
  const finished = course('one', [lecture('a', { ...done, usedAt: at(5) })], true)
  expect(step([course('two', [lecture('b')]), finished])).toEqual(['two', 'b'])
  expect(step([finished])).toBeUndefined()
  expect(step([])).toBeUndefined()
  expect(step([course('empty', [])])).toBeUndefined()
})

test('continues an exam that was opened after the last lecture was watched', () => {
  const watched = course('one', [lecture('a', { position: 40, usedAt: at(5) })])
  const opened = (minute: number) => ({ ...course('two', [lecture('b')]), examOpenedAt: at(minute) })
  expect(step([opened(6), watched])).toEqual(['two', undefined])
  expect(step([opened(4), watched])).toEqual(['one', 'a'])
  expect(step([opened(4)])).toEqual(['two', undefined])
  expect(step([{ ...opened(6), hasCertificate: true }, watched])).toEqual(['one', 'a'])
})

test('leaves out a course without an exam once its lectures are complete', () => {
  const done = { ...course('done', [lecture('one', { isCompleted: true })]), hasExam: false }
  const open = course('open', [lecture('two')])
  expect(getNextStep([done])).toBeUndefined()
  expect(getNextStep([done, open])).toMatchObject({ course: { slug: 'open' }, lecture: { slug: 'two' } })
})
