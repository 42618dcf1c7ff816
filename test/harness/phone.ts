import type { Page } from 'playwright-core'

/** A slow line of a phone: 1.6 Mbit a second, 150 ms there and back. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

export async function throttleNetwork(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_4G)
}

/** What a buyer types; the stand-in takes it. */
export async function typeCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('CVC').fill('123')
}

/** Comes back when the picture moves, after this second. */
export async function waitForMotion(page: Page, from = 0): Promise<void> {
  await page.waitForFunction((start) => (document.querySelector('video')?.currentTime ?? 0) > start, from)
}
