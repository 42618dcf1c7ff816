import { defineReader, type Reading } from '#shared/typed-input.ts'
import { STATES } from './license-choices.contract.ts'

/** Usual short forms that are not the beginning of one name. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  fla: 'FL',
  miss: 'MS',
  'w va': 'WV',
  'washington dc': 'DC',
  'washington d c': 'DC',
  'us virgin islands': 'VI',
}

/** Reads 'illinois' and 'Ill.' as 'IL', and shows 'Illinois'. */
export const readState = defineReader('must be a US state, such as IL or Illinois', (typed): Reading | undefined => {
  const text = typed
    .toLowerCase()
    .replaceAll(/[., ]+/g, ' ')
    .trim()
  const code = SHORT_FORMS[text] ?? text.replaceAll(' ', '').toUpperCase()
  const named = STATES.find((state) => state.code === code || state.name.toLowerCase() === text)
  const similar = text.length < 3 ? [] : STATES.filter(({ name }) => name.toLowerCase().startsWith(text))
  const state = named ?? (similar.length === 1 ? similar[0] : undefined)
  return state && { text: state.code, shown: state.name }
})
