import { z } from 'zod'
import { EMAIL_TEXT_NAMES } from './email-texts.rules.ts'

/** An email whose subject and opening the owner can change. */
export const EmailName = z.enum(EMAIL_TEXT_NAMES, 'Email not found.')
