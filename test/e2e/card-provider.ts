import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { BrowserContext, Page, Route } from 'playwright-core'

export const SCRIPT_URL = 'https://js.stripe.com/**'
export const API_URL = 'https://api.stripe.com/**'

const script = stripTypeScriptTypes(
  readFileSync(new URL('../../stripe-emulator/browser-script.ts', import.meta.url), 'utf8'),
)

/** Hands out the script, and what a test adds to it. */
export const serveScript = (route: Route, more = '') =>
  route.fulfill({ contentType: 'text/javascript', body: `${script}\n${more}` })

/** Leads the provider's two hosts to its stand-in: the script of `stripe-emulator/browser-script.ts`, and the API at this address. */
export async function routeProvider(place: Page | BrowserContext, apiUrl: string): Promise<void> {
  await place.route(SCRIPT_URL, (route) => serveScript(route))
  await place.route(API_URL, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    // What the form asks before it is drawn; nothing of ours depends on the answer.
    if (pathname === '/v1/elements/sessions') return route.fulfill({ json: {}, headers: CORS })
    return route.fulfill({ response: await route.fetch({ url: `${apiUrl}${pathname}${search}` }), headers: CORS })
  })
}

const CORS = { 'access-control-allow-origin': '*' }
