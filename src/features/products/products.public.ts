export { inShopOrder, isForSale, isFreeEpisode, isPublished } from './products.queries.ts'
