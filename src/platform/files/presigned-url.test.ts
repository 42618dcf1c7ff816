import { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { createUrlSigner } from './presigned-url.ts'

const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const signing = { from: new Date('2013-05-24T00:00:00Z'), seconds: 86_400 }

// The example is from docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html.
test("signs AWS's published example as AWS does", async () => {
  const sign = createUrlSigner(new S3Client({ region: 'us-east-1', credentials }))
  expect(await sign(new URL('https://examplebucket.s3.amazonaws.com/test.txt'), signing)).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})
