export { POLICY_NAMES, type PolicyName, findUnfilledPlaceholders } from './policies.rules.ts'
export {
  getCustomPolicyText,
  getPolicyVersion,
  getRefundPolicy,
  renderSiteTexts,
  savePolicy,
} from './policies.service.ts'
export {
  type Drawable,
  drawSitePicture,
  type PicturePlace,
  savePictureFiles,
  type SitePicture,
} from './site-picture-rendering.service.ts'
export { replaceSiteImages, type SiteImageRow, listSiteOriginals } from './site-images.queries.ts'
export { findDrawnLogo, readHeroPicture, readLogo, readPortrait } from './site-images.service.ts'
export { findSiteBeforeStudio, findSettings, saveSettings } from './site.queries.ts'
export { recordSiteImport, readCurrentSite } from './stored-site.service.ts'
export { readSite, getYear } from './site.service.ts'
export { type Site, SiteSettings } from './site-settings.service.ts'
export { getEmailTextForm, listEmailTexts, saveEmailText } from './email-text-saving.service.ts'
export { previewPicture } from './form-pictures.service.ts'
export { getSiteForm } from './site-form.service.ts'
export { previewText, saveSite } from './site-saving.service.ts'
export { getBarColor } from './site-colors.rules.ts'
export { saveTaxSetting } from './tax-setting.service.ts'
