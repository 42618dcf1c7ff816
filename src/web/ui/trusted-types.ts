import { useMemo } from 'react'

type Policy = {
  createHTML?: (html: string) => string | null
  createScriptURL?: (url: string) => string | null
}

type Policies = { createPolicy(name: string, policy: Policy): { createHTML(html: string): TrustedHTML } }

// Firefox and Safari support Trusted Types only in recent versions. Browsers without support use strings unchanged.
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
const academy = policies?.createPolicy('academy', { createHTML: (html) => html })

/** HTML that the API rendered from Markdown and sanitized. */
export function useTrustedHtml(html: string): string | TrustedHTML {
  return useMemo(() => academy?.createHTML(html) ?? html, [html])
}

const SCRIPT_HOSTS = /^https:\/\/([\w-]+\.)?js\.stripe\.com$/
// React uses this string to create script elements. Structured data in scripts contains no tags.
const EMPTY_SCRIPT = '<script></script>'

/** Decides which strings libraries may pass to the browser as HTML or script URLs. All others are rejected. */
export function installTrustedTypesPolicy(): void {
  policies?.createPolicy('default', {
    createHTML: (html) => (html === EMPTY_SCRIPT || !html.includes('<') ? html : null),
    createScriptURL: (url) => (isOurs(new URL(url, location.href)) ? url : null),
  })
}

function isOurs({ origin }: URL): boolean {
  return origin === location.origin || SCRIPT_HOSTS.test(origin)
}
