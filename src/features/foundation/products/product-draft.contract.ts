// A product's content, in the form that every save uses.

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
  /** The version of the code that read the file; if undefined, the stored results are kept. */
  readerVersion?: number | undefined
}

/** A warning for a file's author; `line` says where, in a text file. */
export type FileWarning = { message: string; line?: number }

export type Handout = { name: string; file: ProductFile }

export type CoverImage = { format: 'avif' | 'webp'; width: number; file: ProductFile }

export type ProductDraft = {
  /** The ID of the product being edited; if undefined, the product is matched by its address. */
  id?: string
  slug: string
  /** Former addresses, which redirect to the product. */
  earlierAddresses: string[]
  title: string
  shortDescription: string
  /** Markdown. */
  fullDescription: string
  priceCents: number
  position: number
  isPublished: boolean
  /** If undefined, the current cover is kept. */
  cover: CoverImage[] | undefined
}
