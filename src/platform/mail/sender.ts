import type { MailAddress } from './mail.ts'

export const SENDER_EXAMPLE = 'a sender such as Academy <office@academy.example.com>'

const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/iu

/**
 * Parses a sender: either an address, or a name followed by the address in angle brackets. The name may contain any
 * characters, with or without quotation marks, because it is quoted when a message is written. Throws an error that
 * says what to write.
 */
export function parseSender(text: string): MailAddress {
  const {
    name = '',
    bracketed,
    bare,
  } = /^(?:(?<name>.*?)\s*<(?<bracketed>[^<>]*)>|(?<bare>.*))$/s.exec(text)?.groups ?? {}
  const address = (bracketed ?? bare ?? '').trim()
  if (!ADDRESS.test(address)) {
    if (text.includes('@') && /[,;]/.test(text)) throw new Error(`one sender alone: ${SENDER_EXAMPLE}`)
    throw new Error(SENDER_EXAMPLE)
  }
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw new Error(`${SENDER_EXAMPLE}; the name holds an invisible character or a line break`)
  if (/\S+@\S+/.test(name)) throw new Error(`one sender alone: ${SENDER_EXAMPLE}`)
  return { name: unquote(name.trim()), address }
}

/** Removes the quotation marks: `"Nurses, \"RN\""` becomes `Nurses, "RN"`. */
function unquote(name: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(name)?.[1]
  return quoted === undefined ? name : quoted.replaceAll(/\\(.)/g, '$1').trim()
}
