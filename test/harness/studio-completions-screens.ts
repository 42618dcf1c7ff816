import { answerWith, button, type Screen, waitForText, waitForFieldErrors } from './screen.ts'

const SAID = {
  members: 42,
  questions: [
    'The course met its stated objectives.',
    'The lectures were clear and easy to follow.',
    'I can apply what I learned.',
    'The exam covered what the lectures taught.',
    'I would recommend this course to another nurse.',
  ].map((question, at) => ({ question, members: 42, mean: 4.5 - at / 4, counts: [0, 1, 4 + at, 15, 22 - at] })),
  words: ['More cases, please.', 'I watched it after a night shift, and it held me.\nThank you.'],
  is_more: true,
}

export const COMPLETIONS_SCREENS: readonly Screen[] = [
  {
    name: 'studio: completions',
    as: 'staff',
    address: '/Studio/Completions/',
    before: answerWith('**/Academy/api/studio/evaluations/*/*/', SAID),
    prepare: waitForText('Comments'),
  },
  {
    name: 'studio: completions, a roster with errors',
    as: 'staff',
    address: '/Studio/Completions/',
    async prepare(page) {
      await page.getByLabel('Format').selectOption('CE Broker roster')
      await page.getByLabel('Provider number').fill('P-1234')
      await button(page, 'Download').click()
      await waitForFieldErrors(page)
    },
  },
]
