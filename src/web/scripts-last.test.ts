import { expect, test } from 'vitest'
import { scriptsLast } from './scripts-last.ts'

// What React Router writes today; should it write something else, no page would start, and every browser test would tell.
const RENDERED = `<head><link rel="modulepreload" href="/assets/manifest.js" nonce="n"/><link rel="modulepreload" href="/assets/entry.js"/></head>
<body><p>import "this" or not</p><script nonce="n">first()</script><script nonce="n" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";

  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body>`

test('scripts are asked for, in their order, when the page is painted', () => {
  const page = scriptsLast(RENDERED)
  const [before = '', script = ''] = page.split('<script nonce="n" type="module" async="">')
  expect(before).toContain('<p>import "this" or not</p><script nonce="n">first()</script>')
  expect(before).not.toContain('.js')
  const inTurn = [
    'requestAnimationFrame',
    'of ["/assets/manifest.js","/assets/entry.js"]',
    'await import("/assets/manifest.js");',
    'const route0 = await import("/assets/root.js");',
    'window.__reactRouterRouteModules = {"root":route0};',
    'await import("/assets/entry.js");\nstart();',
  ].map((part) => script.indexOf(part))
  expect(inTurn).not.toContain(-1)
  expect(inTurn).toEqual(inTurn.toSorted((a, b) => a - b))
})
