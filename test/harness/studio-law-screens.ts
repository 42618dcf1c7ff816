import { answering, button, main, type Screen, seeing } from './screen.ts'

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

/** What lectures say of the law, and when to look again. */
export const STUDIO_LAW_SCREENS: readonly Screen[] = [
  {
    name: 'studio: law that is due',
    as: 'staff',
    address: '/Studio/Law/',
    before: answering('**/Academy/api/studio/law/', FOUND),
    async prepare(page) {
      await button(page, 'Looked at: still true').first().waitFor()
      await page.getByText('Its 2 sources').first().click()
    },
  },
  {
    name: 'studio: lectures without a day',
    as: 'staff',
    address: '/Studio/Law/',
    async prepare(page) {
      await main(page).getByLabel('Which').selectOption({ label: 'Without a day' })
      await seeing('without a day to look again')(page)
    },
  },
]
