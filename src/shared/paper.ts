/** Paper sizes of PDFs, as they are named in `site.yaml`. */
export const PAPERS = ['letter', 'a4'] as const
export type Paper = (typeof PAPERS)[number]
export const DEFAULT_PAPER: Paper = 'letter'
