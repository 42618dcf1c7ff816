/** A column of other features' statements. */
export { coversOfProduct } from './covers.queries.ts'
