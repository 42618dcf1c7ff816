import { z } from 'zod'
import { tidyText } from './tidy-text.ts'

const tooLongMessage = (maxLength: number) => `Please use at most ${maxLength.toLocaleString('en')} characters.`

/**
 * Returns the schema for a text that the user must enter. The text is normalized. If nothing is left, `asked` is the
 * error message.
 */
export function requiredText(maxLength: number, asked: string) {
  return z.string(asked).overwrite(tidyText).min(1, asked).max(maxLength, tooLongMessage(maxLength))
}

/** Does the same as `requiredText`, but the text is optional. An empty text is ''. */
export function optionalText(maxLength: number) {
  return z.string('Please enter text.').overwrite(tidyText).max(maxLength, tooLongMessage(maxLength)).default('')
}
