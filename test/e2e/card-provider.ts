import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { BrowserContext, Page, Route } from 'playwright-core'

export const SCRIPT_URL = 'https://js.stripe.com/**'
export const API_URL = 'https://api.stripe.com/**'

const script = stripTypeScriptTypes(
  readFileSync(new URL('../../stripe-emulator/browser-script.ts', import.meta.url), 'utf8'),
)

/** Serves the provider's script, followed by the test's additions. */
export const serveScript = (route: Route, more = '') =>
  route.fulfill({ contentType: 'text/javascript', body: `${script}\n${more}` })

/**
 * Routes the provider's two hosts to the emulator: one serves the script `stripe-emulator/browser-script.ts`, the other
 * is the API at this URL.
 */
export async function routeProvider(place: Page | BrowserContext, apiUrl: string): Promise<void> {
  await place.route(SCRIPT_URL, (route) => serveScript(route))
  await place.route(API_URL, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    // Requests that the form makes before it is drawn. Nothing of ours depends on the responses.
    if (pathname === '/v1/elements/sessions') return route.fulfill({ json: {}, headers: CORS })
    return route.fulfill({ response: await route.fetch({ url: `${apiUrl}${pathname}${search}` }), headers: CORS })
  })
}

const CORS = { 'access-control-allow-origin': '*' }
