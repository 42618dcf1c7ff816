// A product's content, as anything that saves it provides it.

export type ProductFile = {
  name: string
  contentType: string
  /** The length of a video or audio file. */
  seconds: number | undefined
  /** For readable files. */
  pages?: number | undefined
  words?: number | undefined
  /** For captions. */
  transcript?: { seconds: number; text: string }[] | undefined
  warnings?: FileWarning[] | undefined
  /** The version of the readers; if it is undefined, the stored contents stay. */
  readerVersion?: number | undefined
}

/** A warning for a file's author; `line`: where, in a text. */
export type FileWarning = { message: string; line?: number }

export type Handout = { name: string; file: ProductFile }

export type CoverImage = { format: 'avif' | 'webp'; width: number; file: ProductFile }

export type ProductDraft = {
  /** The product being edited; without it, the product is matched by address. */
  id?: string
  slug: string
  /** Former addresses, which lead to the product. */
  earlierAddresses: string[]
  title: string
  shortDescription: string
  /** Markdown. */
  fullDescription: string
  priceCents: number
  position: number
  isPublished: boolean
  /** If undefined, the cover stays. */
  cover: CoverImage[] | undefined
}
