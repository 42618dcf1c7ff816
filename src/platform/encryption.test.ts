import { expect, test } from 'vitest'
import { encrypt, DecryptionError, decrypt } from './encryption.ts'

const OURS = { config: { appSecret: 'a secret of this academy' }, purpose: 'second factor', owner: 'nora' }

test('decrypts what was encrypted, with a different ciphertext each time', () => {
  const sealed = encrypt(OURS, 'JBSWY3DPEHPK3PXP')
  expect(decrypt(OURS, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toContain('JBSW')
  expect(encrypt(OURS, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
})

test.each([
  ['a different secret', { ...OURS, config: { appSecret: 'another secret' } }],
  ['a different purpose', { ...OURS, purpose: 'kept record' }],
  ['a different owner', { ...OURS, owner: 'rosa' }],
])('%s does not decrypt it', (_, other) => {
  expect(() => decrypt(other, encrypt(OURS, 'text'))).toThrow(DecryptionError)
})

test('does not decrypt a text with a changed bit, a truncated one, or an invented one', () => {
  const bytes = Buffer.from(encrypt(OURS, 'text'), 'base64url')
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => decrypt(OURS, changed.toString('base64url'))).toThrow(DecryptionError)
  }
  for (const short of ['', 'AAAA', bytes.subarray(0, 27).toString('base64url')])
    expect(() => decrypt(OURS, short)).toThrow(DecryptionError)
})
