import type { Page } from 'playwright-core'

/** A slow phone connection: 1.6 Mbit/s, 150 ms round trip. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

export async function throttleNetwork(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_4G)
}

/** A buyer's card details, which the emulator accepts. */
export async function typeCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
}

/** Resolves when the video plays past this second. */
export async function waitForMotion(page: Page, from = 0): Promise<void> {
  await page.waitForFunction((start) => (document.querySelector('video')?.currentTime ?? 0) > start, from)
}
