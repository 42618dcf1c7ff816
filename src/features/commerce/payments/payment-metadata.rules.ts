// The provider stores up to 50 metadata entries of 500 characters with a payment. Each refund needs two, for its credit
// note and for the reversed tax, so those of many refunds are packed: `packed_3f2a91c4: credit_note_3=CN-000003
// 2026-11-21 2500 0;…`

export const PACKED = /^packed_[\da-f]{8}$/

export type Metadata = Readonly<Record<string, string>>

/** The metadata as if no entries were packed. */
export function unpackMetadata(metadata: Metadata): Metadata {
  const unpacked = Object.entries(metadata).flatMap(([name, text]) =>
    PACKED.test(name) ? text.split(';').map((each) => each.split('=')) : [],
  )
  return { ...Object.fromEntries(unpacked.map(([name = '', text = '']) => [name, text])), ...metadata }
}
