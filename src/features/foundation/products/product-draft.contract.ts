// This is the content of a product in the form in which it is always saved.

export type ProductFile = {
  name: string
  contentType: string
  /** The length of a video or audio file. Undefined for others. */
  seconds: number | undefined
  /** Set only for files whose text could be read. */
  pages?: number | undefined
  words?: number | undefined
  /** Set only for captions. */
  transcript?: { seconds: number; text: string }[] | undefined
  warnings?: FileWarning[] | undefined
  /** The version of the code that read the file. If it is undefined, previously stored results are kept. */
  readerVersion?: number | undefined
}

/** A warning for the author of a file. `line` is the line in a text file. */
export type FileWarning = { message: string; line?: number }

export type Handout = { name: string; file: ProductFile }

export type CoverImage = { format: 'avif' | 'webp'; width: number; file: ProductFile }

export type ProductDraft = {
  /** The ID of the product being edited. If undefined, the product is matched by its slug. */
  id?: string
  slug: string
  /** Former slugs, which redirect to the product. */
  earlierAddresses: string[]
  title: string
  shortDescription: string
  /** The description in Markdown. */
  fullDescription: string
  priceCents: number
  position: number
  isPublished: boolean
  /** If undefined, the current cover is kept. */
  cover: CoverImage[] | undefined
}
