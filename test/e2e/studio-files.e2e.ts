import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, getPolicyViolations, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { getUploadId, createUploader } from '../harness/uploader.ts'
import { isEveryChange } from '../harness/long-test.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../recordings')
const CHUNK_BYTES = 8 * 1024 ** 2
const COURSE = 'Defense Medical Exam Training'

let academy: RunningAcademy
let browser: Browser
let folder: string
beforeAll(async () => {
  ;[academy, browser, folder] = await Promise.all([
    runAcademy(),
    sharedBrowser(),
    mkdtemp(path.join(tmpdir(), 'academy-chosen-')),
  ])
})
afterAll(async () => {
  await academy.close()
  await rm(folder, { recursive: true })
})

/** A playable video, enlarged by padding at its end. */
async function largeVideo(name: string, bytes: number, filling: string): Promise<string> {
  const room = Buffer.alloc(bytes, filling)
  room.writeUInt32BE(bytes)
  room.write('free', 4, 'latin1')
  const place = path.join(folder, filling, name)
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, Buffer.concat([await readFile(path.join(RECORDINGS, 'plays.mp4')), room]))
  return place
}

async function openLecture(): Promise<Page> {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Studio/Catalogue/')
  await page.getByRole('main').getByRole('link', { name: COURSE, exact: true }).first().click()
  await page.getByRole('list', { name: 'Lectures' }).getByRole('link').first().click()
  await page.getByRole('group', { name: 'Video' }).waitFor()
  return page
}

async function choose(page: Page, label: string, file: string): Promise<void> {
  await page.getByRole('group', { name: label, exact: true }).locator('input[type=file]').setInputFiles(file)
}

test.skipIf(isEveryChange)(
  'a video that browsers cannot play is rejected before uploading; one interrupted by a lost connection and a page reload resumes',
  async () => {
    const page = await openLecture()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/studio/uploads/')) sent.push(request.method())
    })
    await choose(page, 'Video', path.join(RECORDINGS, 'hevc.mp4'))
    await page.getByRole('alert').getByText('hevc.mp4 uses HEVC (H.265), which not all browsers play').waitFor()
    await page.getByRole('alert').getByText('Settings, Camera, Formats, Most Compatible').waitFor()
    expect(sent.filter((method) => method !== 'GET')).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()

    const video = await largeVideo('interview.mp4', 30_000_000, 'one')
    let chunks = 0
    // The route stays in place while the page loads: removing it would hang requests that the browser has paused at
    // that moment.
    let isCut = true
    await page.route(/\/studio\/uploads\/[0-9a-f-]{36}\/$/, async (route) => {
      const isChunk = route.request().method() === 'PATCH'
      if (isChunk) chunks += 1
      await (isCut && isChunk && chunks > 3 ? route.abort('connectionreset') : route.continue())
    })
    await choose(page, 'Video', video)
    await page.getByText('Connection lost. The upload continues').waitFor({ timeout: 20_000 })
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    isCut = false
    await page.getByRole('group', { name: 'Video' }).waitFor()
    const begunAndFinished = async (file: string) => {
      sent.length = 0
      await choose(page, 'Video', file)
      await page.getByRole('group', { name: 'Video' }).getByRole('progressbar').waitFor()
      await page.getByText('interview.mp4 uploaded.').waitFor({ state: 'attached', timeout: 30_000 })
      return sent.filter((method) => method === 'POST').length
    }
    // A different file with the same name and size starts over; the same file does not.
    expect(await begunAndFinished(await largeVideo('interview.mp4', 30_000_000, 'other'))).toBe(2)
    expect(await begunAndFinished(video)).toBe(1)
    await page
      .getByRole('group', { name: 'Video' })
      .getByText(/0:02, 30 MB/)
      .waitFor()
  },
)

test.skipIf(isEveryChange)(
  'a phone’s movie becomes an MP4, SubRip captions with an error are corrected next to it, and a frame becomes its poster',
  async () => {
    const page = await openLecture()
    await choose(page, 'Video', path.join(RECORDINGS, 'iphone.mov'))
    await page.getByRole('group', { name: 'Video' }).getByText('iphone.mp4').first().waitFor()
    const captions = path.join(folder, 'said.srt')
    const caption = '1\r\n00:00:00,000 --> 00:00:00,400\r\nCaf\u00e9.\r\n\r\n'
    await writeFile(captions, `${caption}2\r\n00:00:05,000 --> 00:00:02,000\r\nGood morning.\r\n`, 'latin1')
    await choose(page, 'Captions', captions)
    await page.getByRole('alert').getByText('this caption ends before it begins').waitFor()
    await page.getByRole('button', { name: 'Fix captions…' }).click()
    await page.getByRole('button', { name: 'Line 6' }).click()
    await page.keyboard.type('00:00:00,500 --> 00:00:02,000')
    await page.getByText('No errors.').waitFor()
    await page.getByRole('button', { name: 'Save captions' }).click()
    await page.getByRole('group', { name: 'Captions' }).getByText('said.vtt').first().waitFor()
    await page.getByRole('button', { name: 'Edit captions…' }).click()
    const converted = 'WEBVTT\n\n00:00:00.000 --> 00:00:00.400\nCafé.\n\n00:00:00.500 --> 00:00:02.000\nGood morning.\n'
    await expect.poll(() => page.getByRole('textbox', { name: 'Captions' }).inputValue()).toBe(converted)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Use a video frame…' }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    // The phone was held upright.
    expect(
      await page.evaluate(() => [
        document.querySelector('video')?.videoWidth,
        document.querySelector('video')?.videoHeight,
      ]),
    ).toEqual([48, 64])
    await page.getByRole('button', { name: 'Use this frame' }).click()
    await page.getByRole('group', { name: 'Poster' }).getByText('iphone-poster.jpg').first().waitFor()
    expect(getPolicyViolations(page)).toEqual([])
  },
)

test.skipIf(isEveryChange)(
  'a server killed in the middle of an upload receives the rest after restarting, byte for byte',
  async () => {
    const isLong = process.env['TEST_MEASURE'] === 'full'
    const bytes = isLong ? 300_000_000 : 40_000_000
    const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(bytes)])
    const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
    const send = createUploader(academy.url, token)
    const id = getUploadId(await send.begin({ name: 'whole.zip', use: 'handout', bytes: content.length }))
    const until = Math.floor(content.length / 2)
    const received = async () => {
      // Retries until the killed writer's lease expires.
      for (;;) {
        const reply = await send.look(id)
        if (reply.status === 200) return Number(reply.headers.get('upload-offset'))
        await sleep(1_000)
      }
    }
    for (let at = 0; at < until;) {
      const reply = await send.sendChunk(id, at, content.subarray(at, at + CHUNK_BYTES))
      at = Number(reply.headers.get('upload-offset'))
    }
    const before = await received()
    const cut = send.sendChunk(id, before, content.subarray(before, before + CHUNK_BYTES)).catch(() => undefined)
    await academy.kill()
    await cut
    await academy.start()
    let at = await received()
    expect(at).toBeGreaterThanOrEqual(before)
    for (; at < content.length; at = await received())
      await send.sendChunk(id, at, content.subarray(at, at + CHUNK_BYTES))
    if (isLong) {
      // Killed once more, while the file is being checked.
      const finishing = send.finish(id).catch(() => undefined)
      await academy.kill()
      await finishing
      await academy.start()
    }
    let outcome = await send.finish(id)
    while (outcome.body.state !== 'stored') outcome = await send.finish(id)
    const reply = await send.address(outcome.body.file.id)
    const stored = await fetch(academy.url + reply.body.address)
    const digest = (whole: Uint8Array) => createHash('sha256').update(whole).digest('hex')
    expect(digest(new Uint8Array(await stored.arrayBuffer()))).toBe(digest(content))
  },
)
