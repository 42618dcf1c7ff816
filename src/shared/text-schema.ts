import { z } from 'zod'
import { tidyText } from './tidy-text.ts'

const tooLongMessage = (most: number) => `Please use at most ${most.toLocaleString('en')} characters.`

/** User text, tidied; if nothing is left, `asked` says what to write. */
export function requiredText(most: number, asked: string) {
  return z.string(asked).overwrite(tidyText).min(1, asked).max(most, tooLongMessage(most))
}

/** The same for optional fields, which become ''. */
export function optionalText(most: number) {
  return z.string('Please enter text.').overwrite(tidyText).max(most, tooLongMessage(most)).default('')
}
