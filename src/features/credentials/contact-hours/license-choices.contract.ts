/** States and territories with nursing boards. */
export const STATES = (
  'AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY ' +
  'OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY'
).split(' ')

/** Keyed by the codes that nursing boards and their registries use. */
export const PROFESSIONS = {
  RN: 'Registered nurse',
  LPN: 'Licensed practical nurse',
  LVN: 'Licensed vocational nurse',
  APRN: 'Advanced practice registered nurse',
  CNA: 'Certified nursing assistant',
} as const

export type Profession = keyof typeof PROFESSIONS
