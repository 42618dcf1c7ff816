import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sharp } from '#platform/sharp.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'
import { COVER_WIDTHS, drawSizes, drawWidths } from './picture-rendering.service.ts'

const drawing = (source: Buffer, member: string) => drawWidths({ source }, { called: 'picture', widths: [320], member })

test("renders slow pictures without blocking this process's thread pool, and no larger than needed", async () => {
  const slow = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000"><filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/><feFlood flood-color="red"/></filter><rect width="8000" height="8000" filter="url(#f)"/></svg>',
  )
  const order: string[] = []
  const drawings = Promise.all(
    ['ann', 'ben', 'cleo', 'dan'].map(async (member) => {
      const drawn = await drawing(slow, member)
      order.push('picture')
      return drawn
    }),
  )
  await promisify(setTimeout)(20)
  // There are eight tasks for libuv's thread pool, which has fewer threads. If pictures were rendered in that pool, the
  // tasks would have to wait for them.
  for (let n = 0; n < 8; n += 1) await promisify(pbkdf2)('password', 'salt', 1, 64, 'sha512')
  order.push('password')
  for (const drawn of await drawings) expect(drawn).toHaveLength(2)
  expect(order).toEqual(['password', 'picture', 'picture', 'picture', 'picture'])
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

test('rejects a small file with too many pixels before decoding it', async () => {
  const head = Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 0, 0, 0, 0])
  const png = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))]
  expect(await drawing(Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...png]), 'ann')).toEqual({
    wrong: 'has 900 million pixels. The maximum is 100 million. Save a smaller version',
  })
})

test('rejects a file that only looks like a picture with a message', async () => {
  expect(await drawing(Buffer.from('<svg'), 'ann')).toHaveProperty('wrong')
})

test.skipIf(isEveryChange)(
  'renders all sizes of a cover in less processor time than one at the default effort',
  async () => {
    const source = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><linearGradient id="g"><stop stop-color="navy"/><stop offset="1" stop-color="tan"/></linearGradient><rect width="1600" height="900" fill="url(#g)"/><circle cx="800" cy="450" r="400" fill="teal" stroke="white" stroke-width="9"/></svg>',
    )
    const measure = async (work: () => Promise<unknown>) => {
      const since = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(since)
      return user + system
    }
    const sizes = COVER_WIDTHS.map((width) => ({ format: 'avif' as const, width }))
    const all = await measure(() => drawSizes({ source, called: 'cover', sizes }))
    const one = await measure(() => sharp()(source).resize(1280).avif({ quality: 60 }).toBuffer())
    expect(all).toBeLessThan(one)
  },
)
