import { useMemo } from 'react'

type Policy = {
  createHTML?: (html: string) => string | null
  createScriptURL?: (url: string) => string | null
}

type Policies = { createPolicy(name: string, policy: Policy): { createHTML(html: string): TrustedHTML } }

// Firefox and Safari know it since lately; where it is missing strings are taken as they are.
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
const academy = policies?.createPolicy('academy', { createHTML: (html) => html })

/** HTML that the API has made of Markdown and has already freed of everything that could run. */
export function useTrustedHtml(html: string): string | TrustedHTML {
  return useMemo(() => academy?.createHTML(html) ?? html, [html])
}

const SCRIPT_HOSTS = /^https:\/\/([\w-]+\.)?js\.stripe\.com$/
// React makes the element of each script with it, and what stands in scripts for search engines has no tags.
const EMPTY_SCRIPT = '<script></script>'

/** Says which strings libraries may hand to the browser as HTML or as the address of a script. Everything else it refuses. */
export function installTrustedTypesPolicy(): void {
  policies?.createPolicy('default', {
    createHTML: (html) => (html === EMPTY_SCRIPT || !html.includes('<') ? html : null),
    createScriptURL: (url) => (isOurs(new URL(url, location.href)) ? url : null),
  })
}

function isOurs({ origin }: URL): boolean {
  return origin === location.origin || SCRIPT_HOSTS.test(origin)
}
