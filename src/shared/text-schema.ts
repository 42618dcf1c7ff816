import { z } from 'zod'
import { tidyText } from './tidy-text.ts'

const tooLongMessage = (maxLength: number) => `Please use at most ${maxLength.toLocaleString('en')} characters.`

/** A text that the user must enter. It is normalized; if nothing is left, `asked` is the error message. */
export function requiredText(maxLength: number, asked: string) {
  return z.string(asked).overwrite(tidyText).min(1, asked).max(maxLength, tooLongMessage(maxLength))
}

/** Like `requiredText`, but optional: an empty text is ''. */
export function optionalText(maxLength: number) {
  return z.string('Please enter text.').overwrite(tidyText).max(maxLength, tooLongMessage(maxLength)).default('')
}
