import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

// React Router's current output, built and in development; if it changes, pages do not start and the browser tests
// fail.
const BUILT = 'import "/assets/manifest.js";'
const HOT = 'import "/@id/inject-hmr-runtime";import "/assets/manifest.js"'

const rendered = (imports: string) =>
  `<head><link rel="modulepreload" href="/assets/manifest.js" nonce="n"/><link rel="modulepreload" href="/assets/entry.js"/></head>
<body><p>import "this" or not</p><script nonce="n">first()</script><script nonce="n" type="module" async="">${imports}
import * as route0 from "/assets/root.js";

  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body>`

test.each([
  ['built', BUILT],
  ['in development, two imports on one line', HOT],
])('%s: scripts load in order once the page is painted', (_how, imports) => {
  const page = deferScripts(rendered(imports))
  const [before = '', script = ''] = page.split('<script nonce="n" type="module" async="">')
  expect(before).toContain('<p>import "this" or not</p><script nonce="n">first()</script>')
  expect(before).not.toContain('.js')
  const inTurn = [
    'requestAnimationFrame',
    'of ["/assets/manifest.js","/assets/entry.js"]',
    ...(imports === HOT ? ['await import("/@id/inject-hmr-runtime");'] : []),
    'await import("/assets/manifest.js");',
    'const route0 = await import("/assets/root.js");',
    'window.__reactRouterRouteModules = {"root":route0};',
    'await import("/assets/entry.js");\nstart();',
  ].map((part) => script.indexOf(part))
  expect(inTurn).not.toContain(-1)
  expect(inTurn).toEqual(inTurn.toSorted((a, b) => a - b))
  const [, program = ''] = /^([\s\S]*)<\/script>/.exec(script) ?? []
  // A syntax error in this program would appear only in visitors' consoles.
  expect(() => new Script(program)).not.toThrow()
})
