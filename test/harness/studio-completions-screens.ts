import { answerWith, button, type Screen, waitForText, waitForFieldErrors } from './screen.ts'

const SAID = {
  members: 42,
  questions: [
    'The course taught what it said it would.',
    'The lectures were clear and easy to follow.',
    'I can use in my work what I learned.',
    'The examination asked what the lectures had taught.',
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
      await page.getByLabel('Provider number').fill('50-1234')
      await button(page, 'Download').click()
      await waitForFieldErrors(page)
    },
  },
]
