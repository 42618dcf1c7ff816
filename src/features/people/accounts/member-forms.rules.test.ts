import { expect, test } from 'vitest'
import { groupMessagesByField, NameForm, Password, RegistrationForm } from './member-forms.rules.ts'
import { formatPasswordHint } from './ui/password-hint.ts'

test('reports every invalid field at once, each with its first broken rule', () => {
  const form = { first_name: '', last_name: '', email: '', username: 'x', password: 'short', confirm_password: 'other' }
  const { error } = RegistrationForm.safeParse(form)
  expect(error && groupMessagesByField(error)).toEqual({
    email: ['Email is required'],
    username: ['Username must be at least 3 characters'],
    password: ['Password must be at least 8 characters'],
    confirm_password: ['Passwords do not match'],
  })
})

test('shows the length rule under a password unless the error already says it', () => {
  expect(formatPasswordHint(undefined, 'More.')).toBe('At least 8 characters. More.')
  expect(formatPasswordHint('Password is required', 'More.')).toBe('At least 8 characters. More.')
  const short = Password.safeParse('short').error?.issues[0]?.message
  expect(formatPasswordHint(short, 'More.')).toBe('More.')
})

test.each(['', '   ', '\u200B', '\u202E.'])('rejects %j as a name on a certificate', (name) => {
  expect(NameForm.safeParse({ first_name: name, last_name: '', credentials_after_name: '' }).success).toBe(false)
})

test.each([
  'a\nb',
  'No\u0000ra',
  'No\u200Dra',
  'Nora\u202Enitram',
  'Nora\u2066',
  'Nora\u3164',
  'nora@example.com',
  'Visit https://win.example',
  'bit.ly/win',
  'Win at casino.example now',
  'www',
  'WIN。example',
  'evil\u2024com',
  'evil\uFF0Ecom',
  'Doe, MD, JD, Board Certified by the State of New York',
  'Doe, MD',
  'Doe\uFF0C MD',
  'Doe; MD',
  'Doe, Jr. Board Certified',
  'Doe, Jr., MD',
  'Doe (Board Certified)',
  'Doe [MD]',
  'Doe \uFF08MD\uFF09',
  'Doe 【MD】',
  `Z${'\u0300'.repeat(5)}`,
  'Doe‚ MD',
  'Doe\uA4F9 Certified',
  'Doe\u2E34 Certified',
  'Doe | Certified',
  'Doe – Certified',
  'Doe - Certified',
  'Doe — call now',
  'Doe · Certified',
  'Doe: Certified',
  'Doe “Certified”',
  'Doe "Certified"',
  'Doe .Certified',
  'Doe 2nd',
  'Doe 0800',
])('rejects %j as a first name and on a certificate', (name) => {
  const form = {
    email: 'a@example.com',
    username: 'nora',
    password: 'lamp-at-midnight',
    confirm_password: 'lamp-at-midnight',
  }
  const { error } = RegistrationForm.safeParse({ ...form, first_name: name, last_name: '' })
  expect(error && Object.keys(groupMessagesByField(error))).toEqual(['first_name'])
  expect(NameForm.safeParse({ first_name: 'Nora', last_name: name, credentials_after_name: '' }).success).toBe(false)
})

test('stores names in composed form and separates credentials with a comma and a space', () => {
  const typed = { first_name: ' Jose\u0301 ', last_name: 'Nun\u0303ez', credentials_after_name: 'RN,BSN' }
  expect(NameForm.parse(typed)).toEqual({ first_name: 'José', last_name: 'Nuñez', credentials_after_name: 'RN, BSN' })
  const sentence = { ...typed, credentials_after_name: 'MD, JD, Board Certified by the State of Example' }
  expect(NameForm.safeParse(sentence).error?.issues.map(({ path }) => path)).toEqual([['credentials_after_name']])
})

test.each([
  [{ first_name: 'Nora', last_name: 'Smith MD JD Board Certified by the State of Ohio' }, 'last_name'],
  [{ first_name: 'Nora Smith', last_name: 'RN' }, 'last_name'],
  [{ first_name: 'Dr. Nora', last_name: 'Smith' }, 'last_name'],
  [{ first_name: 'Nora Smith, RN', last_name: '' }, 'first_name'],
  [{ first_name: 'Nora Smith R.N.', last_name: '' }, 'first_name'],
])('rejects a title in any field of a certificate name and asks for it in credentials: %j', (name, field) => {
  const { error } = NameForm.safeParse({ ...name, credentials_after_name: '' })
  expect(error && Object.keys(groupMessagesByField(error))).toEqual([field])
  expect(error?.issues.at(-1)?.message).toContain('the field for credentials')
  const form = { ...name, email: 'a@example.com', username: 'nora', password: 'lamp-at-midnight' }
  expect(RegistrationForm.safeParse({ ...form, confirm_password: form.password }).success).toBe(
    !name.first_name.includes(','),
  )
})

test.each([
  'Nora',
  'Zoë',
  'Gal·la',
  'Jean-Luc',
  'J.-P.',
  'Anna–Maria',
  '’t Hooft',
  'Ka‘ahumanu',
  'ꓡꓲꓢꓴꓸ ꓮꓹ',
  'ジョン・スミス',
  'བསྟན་འཛིན་',
  'בן־גוריון',
  'Nǃxau',
  'NIGHTINGALE',
  '名前',
  'می\u200Cخواهم',
  'St. John',
  'J. R. R.',
  'O’Brien-Nuñez',
  'Smith, Jr.',
  'Smith, III',
  'D.J.',
  'Z\u0300\u0301\u0302\u0303oe',
  'שָׁלוֹם',
])('accepts %j as a name', (name) => {
  expect(NameForm.safeParse({ first_name: '', last_name: name, credentials_after_name: '' }).success).toBe(true)
})

test.each([
  ['Smith\u2011Jones', 'Smith-Jones'],
  ['Smith\u2010Jones', 'Smith-Jones'],
  ['Smith\u2012Jones', 'Smith-Jones'],
  ['Smith\u2013Jones', 'Smith-Jones'],
  ['Smith\u2014Jones', 'Smith-Jones'],
  ['Smith\u2015Jones', 'Smith-Jones'],
  ['Smith\u2212Jones', 'Smith-Jones'],
  ['Smith\uFF0DJones', 'Smith-Jones'],
  ['Van\u00A0der\u202FBerg', 'Van der Berg'],
  ['\u2003Van \u00A0 Buren\u3000', 'Van Buren'],
  ['O\u2019Brien', 'O\u2019Brien'],
  ['O\u00B4Brien', "O'Brien"],
  ['O\u2032Brien', "O'Brien"],
  ['Ka\u02BBahumanu', 'Ka\u02BBahumanu'],
  ['Nun\u0303ez\u2011Mu\u0308ller', 'Nuñez-Müller'],
  ['\uFEFFSmith\u00ADson\u200B\u200E', 'Smithson'],
  ['Van\tBuren', 'Van Buren'],
])('stores %j, as phones and Word write it, as %j', (typed, stored) => {
  expect(NameForm.parse({ first_name: '', last_name: typed, credentials_after_name: 'FNP\u2011BC' })).toEqual({
    first_name: '',
    last_name: stored,
    credentials_after_name: 'FNP-BC',
  })
})
