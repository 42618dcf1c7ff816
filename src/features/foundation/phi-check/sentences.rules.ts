import { CONTEXT_LENGTH } from './phi-spans.rules.ts'

const ENDS = /(?<!\b(?:St|Dr|Mr|Mrs|Ms|Mt|Ft|Jr|vs|\p{Lu}))[.!?]\s+(?=\p{Lu})|\n\n/u

/** Returns the text up to the end of its first sentence, which is a period followed by a capital letter. */
export const getSentenceAfter = (text: string) => text.slice(0, CONTEXT_LENGTH).split(ENDS)[0] ?? ''
/** Returns the text from the start of its last sentence. */
export const getSentenceBefore = (text: string) => text.slice(-CONTEXT_LENGTH).split(ENDS).at(-1) ?? ''
