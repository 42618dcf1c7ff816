type DevicePattern = readonly [sign: RegExp, name: string]

// The first match wins, because nearly every browser also claims to be Chrome, Safari, and Mozilla.
const BROWSERS: readonly DevicePattern[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:FxiOS|Firefox)\//, 'Firefox'],
  [/\b(?:CriOS|Chrome|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly DevicePattern[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'Mac'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
]

/**
 * Describes the device that sent a user agent, such as 'Chrome on Android'. User agents can contain anything, so none
 * of their text is repeated.
 */
export function describeDevice(agent: string): string {
  const browser = matchName(agent, BROWSERS)
  const system = matchName(agent, SYSTEMS)
  if (browser === undefined && system === undefined) return 'Unknown device'
  if (system === undefined) return `${browser} on an unknown device`
  return `${browser ?? 'Unknown browser'} on ${system}`
}

function matchName(agent: string, signs: readonly DevicePattern[]): string | undefined {
  return signs.find(([sign]) => sign.test(agent))?.[1]
}
