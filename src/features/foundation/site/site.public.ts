export { POLICY_NAMES, type PolicyName, unfilledIn } from './policies.rules.ts'
export { ownPolicyText, policyVersion, refundDaysTold, renderSite, savePolicy } from './policies.service.ts'
export {
  type Drawable,
  drawSitePicture,
  type PicturePlace,
  savePictureFiles,
  type SitePicture,
} from './site-picture-rendering.service.ts'
export { replaceSiteImages, type SiteImageRow, siteOriginals } from './site-images.queries.ts'
export { findDrawnLogo, readLogo, readPortrait } from './site-images.service.ts'
export { findBeforeStudio, findSettings, saveSettings } from './site.queries.ts'
export { keepImported, standingSite } from './stored-site.service.ts'
export { readSite, yearOf } from './site.service.ts'
export { type Site, SiteSettings } from './site.settings.ts'
export { previewPicture } from './screen-pictures.service.ts'
export { previewText, saveSite, siteOnScreen } from './site-saving.service.ts'
