import { z } from 'zod'
import { tidyText } from './tidy-text.ts'

const tooLongMessage = (maxLength: number) => `Please use at most ${maxLength.toLocaleString('en')} characters.`

/** User text, tidied; if nothing is left, `asked` says what to write. */
export function requiredText(maxLength: number, asked: string) {
  return z.string(asked).overwrite(tidyText).min(1, asked).max(maxLength, tooLongMessage(maxLength))
}

/** The same for optional fields, which become ''. */
export function optionalText(maxLength: number) {
  return z.string('Please enter text.').overwrite(tidyText).max(maxLength, tooLongMessage(maxLength)).default('')
}
