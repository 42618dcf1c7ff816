/** A column for the statements of other features. */
export { coversOfProduct } from './covers.queries.ts'
