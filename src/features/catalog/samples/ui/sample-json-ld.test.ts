import { expect, test } from 'vitest'
import { buildSampleJsonLd } from './sample-json-ld.ts'

test('gives search engines the length that the player shows', () => {
  const sample = { course_id: 'c', seconds: 599.7, transcript: [] }
  expect(buildSampleJsonLd({ public_url: 'https://a.test' } as never, sample as never)).toMatchObject({
    duration: 'PT599S',
  })
})
