import { z } from 'zod'
import { tidyText } from './tidy-text.ts'

const atMost = (most: number) => `Please use at most ${most.toLocaleString('en')} characters.`

/** Words that somebody typed, kept tidied; where nothing is left of them, `asked` says what to write. */
export function words(most: number, asked: string) {
  return z.string(asked).overwrite(tidyText).min(1, asked).max(most, atMost(most))
}

/** The same where they may be left out: then they are ''. */
export function wordsOrNone(most: number) {
  return z.string('Please enter text.').overwrite(tidyText).max(most, atMost(most)).default('')
}
