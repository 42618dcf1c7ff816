import { expect, test } from 'vitest'
import { sampleData } from './sample-data.ts'

test('search engines read the length that the player shows', () => {
  const sample = { course_id: 'c', seconds: 599.7, transcript: [] }
  expect(sampleData({ public_url: 'https://a.test' } as never, sample as never)).toMatchObject({ duration: 'PT599S' })
})
