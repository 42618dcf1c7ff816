/** A column for other features' statements. */
export { coversOfProduct } from './covers.queries.ts'
