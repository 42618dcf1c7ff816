/** Links of the bar and the drawer, in the specification's words. */
export const MAIN_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/About/', label: 'About' },
  { to: '/Books/', label: 'Books' },
  { to: '/Documents/', label: 'Buy Docs' },
  { to: '/Podcasts/', label: 'Podcast' },
  { to: '/Courses/', label: 'Courses' },
] as const

/** Only while a token is stored. */
export const MEMBER_LINKS = [
  { to: '/MyAcademy/', label: 'My Academy' },
  { to: '/MyDocuments/', label: 'My Docs' },
] as const

export const POLICY_LINKS = [
  { to: '/PrivacyPolicy/', label: 'Privacy Policy' },
  { to: '/TermsOfService/', label: 'Terms of Service' },
] as const
