import { BRAND_COLORS, type BrandColors } from '#shared/brand-colors.ts'

/** Returns the color behind the logo. */
export function getBarColor({ colors }: { colors?: BrandColors | undefined }): string {
  return colors?.bar ?? BRAND_COLORS.bar.default
}
