/**
 * The colors that the owner can choose, with their defaults and the colors next to which they appear. Text needs a
 * contrast of 4.5:1, and a control 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 */
export const BRAND_COLORS = {
  bar: { default: '#12467f', pairs: [{ name: 'white text on it', color: '#ffffff', min: 4.5 }] },
  primary: {
    default: '#12467f',
    pairs: [
      { name: 'white text on it', color: '#ffffff', min: 4.5 },
      { name: 'links on the light blue background', color: '#eef2f8', min: 4.5 },
      { name: 'links on the sand background', color: '#f3ecdf', min: 4.5 },
    ],
  },
  buy: {
    default: '#bd4b33',
    pairs: [
      { name: 'white text on it', color: '#ffffff', min: 4.5 },
      { name: 'the button on the light blue background', color: '#eef2f8', min: 3 },
    ],
  },
} as const satisfies Record<string, { default: string; pairs: readonly Pair[] }>

type Pair = { name: string; color: string; min: number }

export type BrandRole = keyof typeof BRAND_COLORS

export type BrandColors = { readonly [Role in BrandRole]?: string | undefined }

/** The darkest and lightest backgrounds of the dark theme. */
const DARK_GROUNDS = ['#1d2b48', '#2a2f3d']
const DARK_SURFACE = '#16213a'

/**
 * Returns why a color can't be used, as the end of a sentence: 'must be …' or 'is too light: …'. Returns undefined if
 * it can be used.
 */
export function findContrastProblem(role: BrandRole, color: string): string | undefined {
  if (!isHexColor(color)) return 'must be a color such as #12467f'
  for (const { name, color: other, min } of BRAND_COLORS[role].pairs) {
    const ratio = getContrast(color, other)
    if (ratio < min)
      return `is too light: the contrast of ${name} is ${formatRatio(ratio)}, but must be at least ${formatRatio(min)}. Choose a darker color`
  }
  return undefined
}

export function isHexColor(color: string): boolean {
  return /^#[\da-f]{6}$/i.test(color)
}

/**
 * Returns the values of the custom properties `--own-…` (`tokens.css`, `theme.css`), including the colors for hovering
 * and for the dark theme. Returns none if the owner chose no colors.
 */
export function deriveBrandProperties({ bar, primary, buy }: BrandColors): Record<string, string> {
  const darkPrimary = primary && liftForDark(primary)
  const darkBuy = buy && liftForDark(buy)
  const values = {
    head: bar,
    'head-deep': bar && mix(bar, '#000000', 0.25),
    bar: primary,
    'bar-deep': primary && mix(primary, '#000000', 0.25),
    'bar-dark': darkPrimary,
    'bar-deep-dark': darkPrimary && mix(darkPrimary, '#000000', 0.2),
    link: primary,
    'link-dark': primary && lightenUntil(primary, (color) => DARK_GROUNDS.every((on) => getContrast(color, on) >= 6)),
    buy,
    'buy-deep': buy && mix(buy, '#000000', 0.15),
    'buy-dark': darkBuy,
    'buy-deep-dark': darkBuy && mix(darkBuy, '#000000', 0.15),
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[`--own-${name}`, value]] : [])),
  )
}

/** Returns the color of a button that contrasts with the dark theme and still has readable white text. */
function liftForDark(color: string): string {
  return lightenUntil(color, (lighter) => getContrast(lighter, DARK_SURFACE) >= 3)
}

function lightenUntil(color: string, isEnough: (color: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.01) {
    const lighter = mix(color, '#ffffff', share)
    if (isEnough(lighter)) return lighter
  }
  return '#ffffff'
}

export function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Formats a ratio, rounded down, so that a ratio that is too low never looks sufficient. */
function formatRatio(ratio: number): string {
  return `${Math.floor(ratio * 10) / 10}:1`
}

export function getLuminance(color: string): number {
  return computeLuminance(getChannels(color))
}

/** Computes the relative luminance, as WCAG defines it. Red, green, and blue go up to 255. */
export function computeLuminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: string, other: string, share: number): string {
  const others = getChannels(other)
  const mixed = getChannels(color).map((value, index) => Math.round(value + ((others[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function getChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
