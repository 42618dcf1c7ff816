/** A column for other features' queries. */
export { coversOfProduct } from './covers.queries.ts'
