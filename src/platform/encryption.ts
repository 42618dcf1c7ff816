import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The ciphertext was made with another secret, or for another purpose or owner, or it was changed afterward. */
export class DecryptionError extends Error {
  override name = 'SealBroken'
}

type EncryptionContext = {
  config: Pick<Config, 'appSecret'>
  /** What the text is encrypted for, such as `second factor`. It can't be decrypted for another purpose. */
  purpose: string
  /** Whose ciphertext it is, such as a member's ID. A ciphertext moved to another owner's row can't be decrypted. */
  owner: string
}

/** Encrypts a short text with a key derived from the academy's secret. Returns base64url. */
export function encrypt({ config, purpose, owner }: EncryptionContext, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor(config, purpose), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts what `encrypt` returned. Throws `DecryptionError`. */
export function decrypt({ config, purpose, owner }: EncryptionContext, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(ALGORITHM, keyFor(config, purpose), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new DecryptionError(
      'This data was encrypted with a different APP_SECRET or has been altered. Set APP_SECRET to the value used to encrypt it.',
    )
  }
}

function keyFor({ appSecret }: Pick<Config, 'appSecret'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `sealing: ${purpose}`, 32))
}
