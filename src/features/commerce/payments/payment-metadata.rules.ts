// The provider stores up to 50 metadata entries with a payment, each with up to 500 characters. Each refund needs two
// entries: one for its credit note and one for the reversed tax. So the entries of many refunds are packed into one:
// `packed_3f2a91c4: credit_note_3=CN-000003 2026-11-21 2500 0;…`

export const PACKED = /^packed_[\da-f]{8}$/

export type Metadata = Readonly<Record<string, string>>

/** Returns the metadata as if no entries had been packed. */
export function unpackMetadata(metadata: Metadata): Metadata {
  const unpacked = Object.entries(metadata).flatMap(([name, text]) =>
    PACKED.test(name) ? text.split(';').map((each) => each.split('=')) : [],
  )
  return { ...Object.fromEntries(unpacked.map(([name = '', text = '']) => [name, text])), ...metadata }
}
