type Policies = {
  createPolicy(name: string, policy: { createHTML: (html: string) => string }): { createHTML(html: string): string }
}

// New in Firefox and Safari. Browsers without support use strings unchanged.
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
const policy = policies?.createPolicy('inert-html', { createHTML: (html) => html })

/** A document of its own, in which no scripts run and nothing loads. Never move its elements into the page. */
export function parseInertHtml(html: string): Document {
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}
