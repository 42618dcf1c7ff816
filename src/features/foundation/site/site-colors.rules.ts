import { BRAND_COLORS, type BrandColors } from '#shared/brand-colors.ts'

/** The color behind the logo. */
export function getBarColor({ colors }: { colors?: BrandColors | undefined }): string {
  return colors?.bar ?? BRAND_COLORS.bar.default
}
