export { readSite } from './site.service.ts'
export { SiteSettings } from './site.settings.ts'
