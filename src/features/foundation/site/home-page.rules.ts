/** The specification's words for the home page. They apply until the owner changes them. */
const DEFAULT_POINTS: readonly HomeItem[] = [
  {
    title: 'Experience',
    text: 'Lectures taught by expert instructors and built around what you’ll encounter in the exam room and in medical records.',
  },
  {
    title: 'Education',
    text: 'Short narrated lectures with captions, worksheets, checklists, podcasts, and an exam with rationales.',
  },
  {
    title: 'Certificate',
    text: 'Score 80% or higher to earn a certificate. Share its link with your professional network.',
  },
]

const DEFAULT_REASONS: readonly HomeItem[] = [
  {
    title: 'Best Industry Leaders',
    text: 'Learn from expert instructors and leaders in legal nurse consulting through lectures, podcasts, and discussions.',
  },
  {
    title: 'Learn Online at Your Own Pace',
    text: 'Study on your phone between shifts or at your desk at\u00A0night, with captions and downloads.',
  },
  {
    title: 'Professional Certification',
    text: 'Complete a course, pass its exam, and earn a certificate of completion that attorneys can verify. It isn’t a board certification.',
  },
]

export type HomeItem = { title: string; text: string }

/** The texts of the home page as stored, which are only those that the owner changed. */
type HomeTexts = {
  welcome?: string | undefined
  heading?: string | undefined
  text?: string | undefined
  points?: readonly HomeItem[] | undefined
  reasons?: readonly HomeItem[] | undefined
}

type Named = { name: string; tagline: string; description: string }

/** Returns the texts of the home page as visitors read them. */
export function resolveHomeTexts(home: HomeTexts | undefined, named: Named) {
  const defaults = getDefaultTexts(named)
  return {
    welcome: home?.welcome ?? defaults.welcome,
    heading: home?.heading || defaults.heading,
    text: home?.text ?? defaults.text,
    points: [...(home?.points ?? defaults.points)],
    reasons: [...(home?.reasons ?? defaults.reasons)],
  }
}

/**
 * Returns the texts of a form that must be stored, because the owner changed them. Default texts are omitted, so that
 * they change with the name, tagline, and description. A text also counts as a default if it contains the academy's
 * name from before or after this save.
 */
export function omitDefaultTexts(texts: ReturnType<typeof resolveHomeTexts>, ...named: Named[]): HomeTexts {
  const defaults = named.map((each) => resolveHomeTexts(undefined, each))
  const isOwn = ([key, value]: [string, unknown]) =>
    defaults.every((each) => normalize(value) !== normalize(each[key as keyof typeof each]))
  return Object.fromEntries(Object.entries(texts).filter(isOwn))
}

function getDefaultTexts({ name, tagline, description }: Named) {
  return {
    welcome: `Welcome to ${name}`,
    heading: tagline || name,
    text: `${description} Learn at your own pace, take the exam when you’re ready, and earn a certificate.`.trim(),
    points: DEFAULT_POINTS,
    reasons: DEFAULT_REASONS,
  }
}

function normalize(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\s+/g, ' ')
}
