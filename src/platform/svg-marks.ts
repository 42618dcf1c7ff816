/** Draws the academy's logo, as `web/ui/logo.tsx` does. */
export function drawLogo(x: number, y: number, { size, ground }: { size: number; ground: string }): string {
  return `<g fill="none" transform="translate(${x} ${y}) scale(${size / 40})">
    <path d="M6 4h17l7 7v16H6V4Z" fill="#fbfaf7"/><path d="M23 4v7h7" fill="#b4c8de"/>
    <path d="M11 12h7M11 17.5h11" stroke="#14213d" stroke-width="2.4" stroke-linecap="round"/>
    <path d="M10.5 35a12.5 12.5 0 0 1 25 0Z" fill="#e3c791" stroke="${ground}" stroke-width="2" stroke-linejoin="round"/>
    <path d="M14.1 29.9L16.5 31.2M17.8 26.1L19.2 28.5M23.0 24.7L23.0 27.5" stroke="#14213d" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M23 34L32.5 22.8" stroke="#14213d" stroke-width="2.8" stroke-linecap="round"/><circle cx="23" cy="33.5" r="2.6" fill="#14213d"/>
  </g>`
}

/**
 * Draws the seal of a valid certificate, as on its page. The seal is a rosette of three squares. `middle` is the
 * drawing at its center.
 */
export function drawSeal(x: number, y: number, size: number, middle: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 96})">
    <g fill="#d8c08f">${[0, 30, 60].map((turn) => `<rect x="17" y="17" width="62" height="62" rx="4" transform="rotate(${turn} 48 48)"/>`).join('')}</g>
    ${middle}
  </g>`
}

/** The check mark in that seal. */
export const CHECK_MARK =
  '<circle cx="48" cy="48" r="29" fill="#fff"/><circle cx="48" cy="48" r="24" fill="#2f7d4f"/><path d="m37.5 48.5 7.5 7.5 14-15" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
