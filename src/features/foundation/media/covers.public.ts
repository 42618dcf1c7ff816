/** This is a column for the queries of other features. */
export { coversOfProduct } from './covers.queries.ts'
