export { TERMS_VERSION } from './site.rules.ts'
export { readSite } from './site.service.ts'
export { SiteSettings } from './site.settings.ts'
