import { z } from 'zod'
import { tidyText } from './tidy-text.ts'

const tooLongMessage = (most: number) => `Please use at most ${most.toLocaleString('en')} characters.`

/** Words that somebody typed, kept tidied; where nothing is left of them, `asked` says what to write. */
export function requiredText(most: number, asked: string) {
  return z.string(asked).overwrite(tidyText).min(1, asked).max(most, tooLongMessage(most))
}

/** The same where they may be left out: then they are ''. */
export function optionalText(most: number) {
  return z.string('Please enter text.').overwrite(tidyText).max(most, tooLongMessage(most)).default('')
}
