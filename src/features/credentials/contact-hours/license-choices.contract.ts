/** States and territories with nursing boards, by name. */
export const STATES = (
  'AL Alabama,AK Alaska,AS American Samoa,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,GU Guam,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
  'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,' +
  'MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,' +
  'ND North Dakota,MP Northern Mariana Islands,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,' +
  'RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VI Virgin Islands,' +
  'VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'
)
  .split(',')
  .map((each) => ({ code: each.slice(0, 2), name: each.slice(3) }))

/** Keyed by the codes that nursing boards and their registries use. */
export const PROFESSIONS = {
  RN: 'Registered nurse',
  LPN: 'Licensed practical nurse',
  LVN: 'Licensed vocational nurse',
  APRN: 'Advanced practice registered nurse',
  CNA: 'Certified nursing assistant',
} as const

export type Profession = keyof typeof PROFESSIONS

/** For a list to choose from, which browsers search by name. */
export const STATE_OPTIONS = STATES.map(({ code, name }) => ({ value: code, label: name }))
