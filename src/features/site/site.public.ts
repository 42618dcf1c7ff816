export { TERMS_VERSION } from './site.rules.ts'
export { findSettings, saveSettings } from './site.queries.ts'
export { readSite, yearOf } from './site.service.ts'
export { type Site, SiteSettings } from './site.settings.ts'
