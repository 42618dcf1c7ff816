import { HtmlValidate, StaticConfigLoader } from 'html-validate'

/** Its recommended rules, but for how React writes HTML that is as good. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // React writes `charSet`; case means nothing in names of attributes.
      'attr-case': 'off',
      // React writes `<meta … />`, browsers tell `<meta …>`: the same.
      'void-style': 'off',
      // Both write `hidden=""` and `disabled=""`.
      'attribute-empty-style': ['error', { style: 'empty' }],
      'attribute-boolean-style': ['error', { style: 'empty' }],
      // React's own ids begin with `_`, which HTML 5 allows.
      'valid-id': ['error', { relaxed: true }],
      // The accordion's panels are the library's: a `div` with the role, and with its measures for the style sheet.
      'prefer-native-element': ['error', { exclude: ['region'] }],
      'no-inline-style': ['error', { allowVariables: true, allowedProperties: ['animation-name'] }],
      // What the specification wants of lectures and podcasts.
      'no-autoplay': ['error', { include: ['button', 'img'] }],
      // Telephone numbers are kept on a line by their class.
      'tel-non-breaking': ['error', { ignoreClasses: ['whitespace-nowrap'] }],
    },
  }),
)

/** Mail clients know tables, attributes and conditional comments that pages have left behind, and drop style sheets. */
const mailValidator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      'no-conditional-comment': 'off',
      'no-deprecated-attr': 'off',
      'no-inline-style': 'off',
      'prefer-tbody': 'off',
      // Older screen readers know this word of the two.
      'presentation-role-style': 'off',
      // Courses may have long names.
      'long-title': 'off',
      'prefer-native-element': ['error', { exclude: ['article'] }],
    },
  }),
)

/** What html-validate has against a page, each complaint with the place. */
export function complaintsAbout(html: string): Promise<string[]> {
  return complaints(validator, html)
}

export function complaintsAboutMail(html: string): Promise<string[]> {
  return complaints(mailValidator, html)
}

async function complaints(by: HtmlValidate, html: string): Promise<string[]> {
  const report = await by.validateString(html)
  return report.results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, line, column }) => {
      const place = html.split('\n')[line - 1]?.slice(Math.max(0, column - 60), column + 60)
      return `${ruleId}: ${message} in …${place}…`
    })
}
