import { HtmlValidate, StaticConfigLoader } from 'html-validate'

/** The recommended rules, except where React's HTML differs but is equally valid. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // React writes `charSet`; attribute names are case-insensitive.
      'attr-case': 'off',
      // React writes `<meta … />`, browsers serialize `<meta …>`: both are valid.
      'void-style': 'off',
      // React and browsers both write `hidden=""` and `disabled=""`.
      'attribute-empty-style': ['error', { style: 'empty' }],
      'attribute-boolean-style': ['error', { style: 'empty' }],
      // React's own IDs begin with `_`, which HTML 5 allows.
      'valid-id': ['error', { relaxed: true }],
      // The library renders the accordion's panels: a `div` with the role and with sizes for the stylesheet.
      'prefer-native-element': ['error', { exclude: ['region'] }],
      'no-inline-style': ['error', { allowVariables: true, allowedProperties: ['animation-name'] }],
      // Required by the specification for lectures and podcasts.
      'no-autoplay': ['error', { include: ['button', 'img'] }],
      // A class keeps telephone numbers on one line.
      'tel-non-breaking': ['error', { ignoreClasses: ['whitespace-nowrap'] }],
    },
  }),
)

/**
 * Email clients support tables, attributes, and conditional comments that web pages no longer use, and drop
 * stylesheets.
 */
const mailValidator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      'no-conditional-comment': 'off',
      'no-deprecated-attr': 'off',
      'no-inline-style': 'off',
      'prefer-tbody': 'off',
      // Older screen readers know only `presentation`.
      'presentation-role-style': 'off',
      // Courses may have long names.
      'long-title': 'off',
      'prefer-native-element': ['error', { exclude: ['article'] }],
    },
  }),
)

/** What html-validate reports for a page, each with its position. */
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
