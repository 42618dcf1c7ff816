import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Site = { origin: string; rpId?: string }

const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

const NO_ATTESTATION = Buffer.from('63666d74646e6f6e656761747453746d74a0', 'hex')

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const counted = (count: number) => Buffer.from([count >>> 24, count >>> 16, count >>> 8, count])

/** A minimal authenticator for ES256: its output has the format that browsers send. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0

  const clientData = (type: string, challenge: string, { origin }: Site) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const start = ({ origin, rpId = new URL(origin).hostname }: Site, flags: number) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), counted(count)])

  return {
    id: id.toString('base64url'),
    /** What the browser sends after creating a passkey. `attest` returns the `fmt` and `attStmt` entries, in CBOR. */
    make(
      { challenge }: { challenge: string },
      site: Site,
      attest: (signed: Buffer, key: KeyObject) => Buffer = () => NO_ATTESTATION,
    ) {
      const json = clientData('webauthn.create', challenge, site)
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        start(site, PRESENT | VERIFIED | HAS_KEY),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a3', 'hex'),
        attest(Buffer.concat([data, sha256(json)]), privateKey),
        Buffer.from('68617574684461746159', 'hex'),
        Buffer.from([data.length >>> 8, data.length & 255]),
        data,
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: json.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What the browser sends after using the passkey. With `counts` false, it behaves like a cloned authenticator. */
    use({ challenge }: { challenge: string }, site: Site, { isVerified = true, counts = true } = {}) {
      if (counts) count += 1
      const json = clientData('webauthn.get', challenge, site)
      const data = start(site, isVerified ? PRESENT | VERIFIED : PRESENT)
      const signature = sign('sha256', Buffer.concat([data, sha256(json)]), privateKey)
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
