import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { buildContentSecurityPolicy, extractInlineScripts, mayBeFramed, securityHeaders } from './security.ts'

const cards = { provider: 'stripe', publishableKey: 'pk_test_1' } as const
const emulator = { provider: 'stand-in', publishableKey: 'pk_test_1', url: 'http://127.0.0.1:4000' } as const
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('only marked scripts may run, and the mark is removed before sending', () => {
  const marked =
    '<script nonce="n1">ours()</script><p>A comment with <script>theirs()</script></p>' +
    '<script nonce="guessed">also theirs()</script><script nonce="n1" src="/assets/a.js"></script>' +
    '<script nonce="n1" type="module">import "/assets/b.js"</script>'
  const { html, scripts } = extractInlineScripts(marked, 'n1')
  expect(scripts).toEqual(['ours()', 'import "/assets/b.js"'])
  expect(html).not.toContain('n1')

  const policy = buildContentSecurityPolicy({
    scripts,
    cards,
    storage: undefined,
    frameHosts: [],
    isStudio: false,
    isFramed: false,
    isHot: false,
  })
  expect(policy).toContain(hashOf('ours()'))
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain(hashOf('theirs()'))
  const scriptSources = policy.split('; ').find((part) => part.startsWith('script-src'))
  expect(scriptSources).not.toContain('unsafe')
})

test('allows frames from the hosts of the book previews, and from the card provider if it is the real one', () => {
  const policy = buildContentSecurityPolicy({
    scripts: [],
    cards,
    storage: undefined,
    frameHosts: ['books.example.com'],
    isStudio: false,
    isFramed: false,
    isHot: false,
  })
  expect(policy).toContain(
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://books.example.com",
  )
  // The page must be able to check whether a preview exists, because it removes the frame of a missing one.
  expect(policy).toMatch(/connect-src [^;]* https:\/\/books\.example\.com(;|$)/)
  const local = buildContentSecurityPolicy({
    scripts: [],
    cards: emulator,
    storage: undefined,
    frameHosts: [],
    isStudio: false,
    isFramed: false,
    isHot: false,
  })
  expect(local).toContain("connect-src 'self' http://127.0.0.1:4000")
  expect(local).toContain("frame-ancestors 'none'")
})

test('a studio page may play files before they are uploaded and show emails, and is otherwise as strict as any other', () => {
  const page = { scripts: [], cards: emulator, storage: undefined, frameHosts: [], isFramed: false, isHot: false }
  const [studio, academy] = [true, false].map((isStudio) =>
    buildContentSecurityPolicy({ ...page, isStudio }).split('; '),
  )
  expect(studio?.filter((part) => !academy?.includes(part))).toEqual([
    expect.stringMatching(/^style-src 'self' 'sha256-[^' ]+'$/),
    "media-src 'self' blob:",
  ])
  expect(academy).toContain("media-src 'self'")
})

test('where cards are accepted, wallets may open windows and the provider’s frames may request payments; nowhere else', () => {
  const config = readConfig({})
  const shop = securityHeaders({ config, cards })
  expect(shop['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  const frames = '"https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com"'
  expect(shop['permissions-policy']).toContain(`payment=(self ${frames})`)
  const local = securityHeaders({ config, cards: emulator })
  expect(local['cross-origin-opener-policy']).toBe('same-origin')
  expect(local['permissions-policy']).toMatch(/payment=\(self\)$/)
})

test('only the preview of a draft may be in a frame, and only in one of the academy itself', () => {
  const page = { scripts: [], cards: emulator, storage: undefined, frameHosts: [], isStudio: true, isHot: false }
  expect(buildContentSecurityPolicy({ ...page, isFramed: true })).toContain("frame-ancestors 'self'")
  expect(
    ['/Studio/Catalogue/-/Preview', '/Studio/Catalogue/5/Preview?frame', '/Studio/Catalogue/5/TrialExam?frame'].map(
      mayBeFramed,
    ),
  ).toEqual([true, true, true])
  const others = [
    '/Studio/Catalogue/5',
    '/Studio/Catalogue/5/Preview/x',
    '/Course/Preview',
    '/x/Studio/Catalogue/5/Preview',
  ]
  expect(others.filter(mayBeFramed)).toEqual([])
})
