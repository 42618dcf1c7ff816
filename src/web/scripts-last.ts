/** What a page shows at first needs no script: style, fonts and pictures go before them on a slow line. */
export function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
