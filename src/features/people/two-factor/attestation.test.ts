import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { createAuthenticator } from '../../../../test/harness/authenticator.ts'

const PASSKEYS = '/Academy/api/account/passkeys/'
const SITE = { origin: 'http://academy.test' }
/** A device's certificate and its key, made for this test. The certificate is valid until 2126. */
const CERTIFICATE = [
  'MIIB9zCCAZygAwIBAgIUEed2FcLHxC055IoiJwuJEBytTc4wCgYIKoZIzj0EAwIwUTELMAkGA1UEBhMCVVMxDjAMBgNVBAoMBU1h',
  'a2VyMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ4wDAYDVQQDDAVNYWtlcjAgFw0yNjExMjcwOTEyNDJaGA8y',
  'MTI2MTEwMzA5MTI0MlowUTELMAkGA1UEBhMCVVMxDjAMBgNVBAoMBU1ha2VyMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVz',
  'dGF0aW9uMQ4wDAYDVQQDDAVNYWtlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOQkDXvuBY379BSslhe8J8+G/m4AFAPe0n/N',
  'eAeKJjRhmD3TGDFSHDWY1NkntX+XXoNbqDwHLKzy7GSBEBG4i4ujUDBOMB0GA1UdDgQWBBQWOb7sRwOJcHDL3fNuLRLBFSyjCzAf',
  'BgNVHSMEGDAWgBQWOb7sRwOJcHDL3fNuLRLBFSyjCzAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0kAMEYCIQCHWu8BsHLuF6su',
  'PZ44wj6faCDoSRFfw6nhfe9BFvAQxAIhAPEe9h4eWflrOg9fKgqd7E7sqzQhEYutCVZfMOtMkV6p',
].join('')
const CERTIFICATE_KEY = [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxCShGCFanhHEjkpuZXIvuZ46MEq3RiJh1Xht2os5YnuhRANCAATk',
  'JA177gWN+/QUrJYXvCfPhv5uABQD3tJ/zXgHiiY0YZg90xgxUhw1mNTZJ7V/l16DW6g8Byys8uxkgRARuIuL',
].join('')

/**
 * Returns CBOR with `fmt: 'packed'` and an `attStmt` that has the algorithm, the signature and, if there is one, the
 * certificate.
 */
function packed(signed: Buffer, key: KeyObject, certificate?: Buffer): Buffer {
  const signature = sign('sha256', signed, key)
  return Buffer.concat([
    Buffer.from('63666d74667061636b65646761747453746d74', 'hex'),
    Buffer.from(certificate ? 'a3' : 'a2', 'hex'),
    Buffer.from('63616c67266373696758', 'hex'),
    Buffer.from([signature.length]),
    signature,
    ...(certificate
      ? [
          Buffer.from('637835638159', 'hex'),
          Buffer.from([certificate.length >>> 8, certificate.length & 255]),
          certificate,
        ]
      : []),
  ])
}

test('a passkey with a certificate of its device is rejected, and one that signs for itself is accepted', async () => {
  const { as, member } = await testAcademy()
  const nora = as(await member())
  const add = async (attest: (signed: Buffer, key: KeyObject) => Buffer) => {
    const { body: options } = await nora.post(`${PASSKEYS}options/`)
    const response = createAuthenticator().make(options, SITE, attest)
    const { status, body } = await nora.post(PASSKEYS, { name: 'My phone', response })
    return [status, body.code]
  }
  const deviceKey = createPrivateKey({ key: Buffer.from(CERTIFICATE_KEY, 'base64'), format: 'der', type: 'pkcs8' })
  const withCertificate = (signed: Buffer) => packed(signed, deviceKey, Buffer.from(CERTIFICATE, 'base64'))
  expect(await add(withCertificate)).toEqual([400, 'sign_in_failed'])
  expect(await add((signed, key) => packed(signed, key))).toEqual([200, undefined])
})
