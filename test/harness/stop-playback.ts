import type { Page } from 'playwright-core'

/** Makes recordings look as if the member had stopped at this second a minute ago. */
export async function stopPlaybackAt(page: Page, seconds: number): Promise<void> {
  const position = { seconds, seconds_ago: 60 }
  await page.route('**/Academy/api/playback/**', (route) => route.fulfill({ json: position }))
  await page.route('**/Academy/api/course/*/lecture/*/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), position } })
  })
}
