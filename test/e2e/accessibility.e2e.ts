import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from '../oracles/axe.ts'
import { sharedBrowser, untilStarted } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { testScreensOf } from './axe-on-screens.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

testScreensOf('visitor')

test('no page takes a string as HTML or as a script of strangers', async () => {
  const page = await browser.newPage({ baseURL: academy.url })
  await page.goto('/Course/defense-medical-exam-training')
  await untilStarted(page)
  const refused = await page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      html: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      foreign: () => (document.createElement('script').src = 'https://js.stripe.com.example.com/a.js'),
      data: () => (document.createElement('script').src = 'data:text/javascript,alert(1)'),
      code: () => (document.createElement('script').text = 'alert(1)'),
      ours: () => (document.createElement('script').src = '/service-worker.js'),
      provider: () => (document.createElement('script').src = 'https://js.stripe.com/clover/stripe.js'),
    }
    return Object.keys(tries).filter((name) => {
      try {
        tries[name]?.()
        return false
      } catch (error) {
        return error instanceof TypeError
      }
    })
  })
  expect(refused).toEqual(['html', 'foreign', 'data', 'code'])
  await page.context().close()
})

test('axe finds what is wrong, when something is', async () => {
  const page = await browser.newPage()
  await page.setContent('<main><img src="x.png"><button></button></main>')
  expect((await findings(page)).map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['image-alt', 'button-name', 'html-has-lang']),
  )
  await page.context().close()
})
