import { expect, test } from 'vitest'
import { findLineIndex, toTranscriptLines } from './transcripts.rules.ts'

test('joins captions cut for the screen into lines of one sentence', () => {
  const cues = [
    { startTime: 0.9, text: 'Lecture 1. What a Defense\nMedical Exam Is.' },
    { startTime: 5.4, text: 'When a person claims\nan injury in a lawsuit,' },
    { startTime: 8.5, text: ' the other side may ask for “its own exam.” ' },
    { startTime: 11, text: '\n' },
    { startTime: 12.8, text: 'That evaluation' },
    { startTime: 13.9, text: 'has a name' },
  ]
  expect(toTranscriptLines(cues)).toEqual([
    { seconds: 0.9, text: 'Lecture 1. What a Defense Medical Exam Is.' },
    { seconds: 5.4, text: 'When a person claims an injury in a lawsuit, the other side may ask for “its own exam.”' },
    { seconds: 12.8, text: 'That evaluation has a name' },
  ])
  expect(toTranscriptLines([])).toEqual([])
})

test('cuts an endless sentence where it becomes too long for a line', () => {
  const lines = toTranscriptLines(
    Array.from({ length: 40 }, (_, n) => ({ startTime: n, text: `part ${n} goes on and on and on,` })),
  )
  expect(lines.length).toBeGreaterThan(3)
  for (const { text } of lines) expect(text.length).toBeLessThan(260)
})

test.each([
  [0, -1],
  [0.9, 0],
  [5, 0],
  [5.4, 1],
  [500, 1],
])('finds at second %f line %i', (seconds, place) => {
  const lines = [
    { seconds: 0.9, text: 'One.' },
    { seconds: 5.4, text: 'Two.' },
  ]
  expect(findLineIndex(lines, seconds)).toBe(place)
})
