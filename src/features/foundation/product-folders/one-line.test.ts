import { expect, test } from 'vitest'
import { SiteSettings } from '#features/foundation/site/site.public.ts'
import { handouts, line } from './product-folders.contract.ts'

const PASTED = ' Two\r\nlines,\ta \u2028tab\u000B and\u2029 \u200B\uFEFFmore\u0085 '
const ONE_LINE = 'Two lines, a tab and more'

test('reduces a name or title to one visible line in folders, the studio, and site settings', () => {
  expect(line.parse(PASTED)).toBe(ONE_LINE)
  expect(line.safeParse('\u200B\uFEFF\u2028').error?.issues[0]?.message).toBe('must not be empty')
  expect(handouts.parse([{ name: PASTED, file: 'a.pdf' }])).toEqual([{ name: ONE_LINE, file: 'a.pdf' }])
  const settings = {
    name: PASTED,
    tagline: PASTED,
    founder: { name: PASTED, text: 'One.\n\nTwo.' },
    podcast_hosts: [PASTED],
  }
  expect(SiteSettings.parse(settings)).toMatchObject({
    name: ONE_LINE,
    tagline: ONE_LINE,
    founder: { name: ONE_LINE, text: 'One.\n\nTwo.' },
    podcast_hosts: [ONE_LINE],
  })
})
