import { showSections } from './product-sections.ts'
import { answerWith, button, changeAnswer, main, type Screen, waitForText, waitForFieldErrors } from './screen.ts'

const law = {
  as_of: '2026-03-02',
  look_again_by: '2026-11-20' as string | null,
  is_due: true,
  sources: [
    { name: 'Federal Rule of Civil Procedure 35', link: 'https://www.law.cornell.edu/rules/frcp/rule_35' },
    {
      name: 'California Code of Civil Procedure, section 2032.510, as amended for examinations that are recorded',
      link: null,
    },
  ],
}
const lecture = {
  id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
  key: 'the-rules-that-shape-the-exam',
  name: '2. The Rules That Shape the Exam',
  product: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e12',
  item: 'Defense Medical Exam Training',
  law: law as typeof law | null,
}
const next = { ...law, look_again_by: '2026-12-15', is_due: false }
const FOUND = {
  lectures: [
    lecture,
    { ...lecture, id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e13', name: '1. Ethical Ground Rules', law: next },
  ],
  is_more: true,
  count: { due: 2, later: 5, undated: 8 },
  next: '2027-11-23',
}

const LAW_CHANGES = {
  kind: 'changed',
  owners: 12,
  is_told: false,
  begins: '“What a Defense Medical Exam Is” in Defense Medical Exam Training has changed.',
  told: [
    {
      day: '2026-06-02',
      kind: 'changed',
      what: 'Who may be in the room in federal court is told with the decisions of this spring.',
      why: 'Two courts of appeals disagreed.',
    },
  ],
}

const CHANGED = {
  law: {
    as_of: '2025-03-01',
    look_again_by: '2026-03-01',
    is_due: true,
    sources: [
      { name: 'Federal Rule of Civil Procedure 35', link: 'https://www.law.cornell.edu/rules/frcp/rule_35' },
      { name: 'Local rules of the court', link: null },
    ],
  },
  changes: [
    { day: '2025-03-01', kind: 'changed', what: 'Rule 35 is explained anew.', why: 'It was amended on December 1.' },
    { day: '2024-11-04', kind: 'new', what: 'The many names of one exam.', why: '' },
  ],
}

/** A lecture that is due for review and has changed. */
export const LECTURE_LAW_SCREENS: readonly Screen[] = [
  {
    name: 'lecture with law due for review, and its changes',
    as: 'demo',
    address: '/MyAcademy/defense-medical-exam-training/Lecture/what-a-defense-medical-exam-is/',
    before: changeAnswer<object>('**/Academy/api/course/*/lecture/*/', (lecture) => ({ ...lecture, ...CHANGED })),
    async prepare(page) {
      await waitForText('What changed')(page)
      await page.getByText('2 sources').click()
    },
  },
]

/** Screens of what lectures say about the law and when to review them. */
export const STUDIO_LAW_SCREENS: readonly Screen[] = [
  {
    name: 'studio: law reviews due',
    as: 'staff',
    address: '/Studio/Law/',
    before: answerWith('**/Academy/api/studio/law/', FOUND),
    async prepare(page) {
      await button(page, 'Mark as reviewed').first().waitFor()
      await page.getByText('2 sources').first().click()
    },
  },
  {
    name: 'studio: notifying owners, with errors',
    as: 'staff',
    address: '/Studio/Catalogue/',
    before: answerWith('**/Academy/api/studio/products/*/lectures/*/told/', LAW_CHANGES),
    async prepare(page) {
      await main(page).getByRole('link', { name: 'Defense Medical Exam Training', exact: true }).click()
      await (await showSections(page)).getByRole('list', { name: 'Lectures' }).getByRole('link').first().click()
      await button(page, 'Notify learners of changes…').click()
      await page.getByLabel('Why').fill('Rule 35 was amended on December 1.')
      await button(page, 'Notify 12 learners').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: lectures without a review date',
    as: 'staff',
    address: '/Studio/Law/',
    async prepare(page) {
      await main(page).getByLabel('Status').selectOption({ label: 'No review date' })
      await waitForText('without a review date')(page)
    },
  },
]
