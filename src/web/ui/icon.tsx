import { classes } from './classes.ts'

/** Drawn for this site on a 20-unit grid, with a stroke width of 1.75. */
const PATHS = {
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
  eye: 'M1.8 10S4.7 4.5 10 4.5 18.2 10 18.2 10 15.3 15.5 10 15.5 1.8 10 1.8 10ZM10 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z',
  'eye-off':
    'm3 3 14 14M8 4.8A8 8 0 0 1 10 4.5c5.3 0 8.2 5.5 8.2 5.5a15 15 0 0 1-2.5 3.2M5 6.2A14 14 0 0 0 1.8 10S4.7 15.5 10 15.5a8 8 0 0 0 3.4-.8',
  alert: 'M10 6v4.6M10 13.7v.1M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  info: 'M10 9.4V14M10 6.3v-.1M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  check: 'm4 10.5 4 4 8-9',
  'check-circle': 'm6.4 10.3 2.6 2.6 4.6-5.2M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  lock: 'M5 9h10a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM6.5 9V6a3.5 3.5 0 0 1 7 0v3M10 12.4v1.9',
  chevron: 'm5 7.5 5 5 5-5',
  arrow: 'M3.5 10h13M11.5 5l5 5-5 5',
  phone:
    'M4 2.8h2.8l1.4 3.8-2 1.5a10.5 10.5 0 0 0 5.7 5.7l1.5-2 3.8 1.4V16a1.6 1.6 0 0 1-1.7 1.6A14 14 0 0 1 2.4 4.5 1.6 1.6 0 0 1 4 2.8Z',
  mail: 'M3 4.5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM2.4 5.4 10 11l7.6-5.6',
  place: 'M10 18s6-5.3 6-9.7a6 6 0 1 0-12 0C4 12.7 10 18 10 18ZM10 10.3a2.1 2.1 0 1 0 0-4.2 2.1 2.1 0 0 0 0 4.2Z',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  video:
    'M3.5 4h13a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 14.5v-9A1.5 1.5 0 0 1 3.5 4ZM8.3 7.4v5.2l4.3-2.6-4.3-2.6Z',
  audio:
    'M3 11.5V10a7 7 0 0 1 14 0v1.5M3 11.5h2.8V17H4.5A1.5 1.5 0 0 1 3 15.5v-4ZM17 11.5h-2.8V17h1.3a1.5 1.5 0 0 0 1.5-1.5v-4Z',
  file: 'M11.5 2H5.5A1.5 1.5 0 0 0 4 3.5v13A1.5 1.5 0 0 0 5.5 18h9a1.5 1.5 0 0 0 1.5-1.5v-10L11.5 2ZM11.3 2.3v4.4h4.4M7 11h6M7 14h4',
  book: 'M10 5.5C8.5 4.3 6 3.7 2.5 3.7v11.6c3.5 0 6 .6 7.5 1.8 1.5-1.2 4-1.8 7.5-1.8V3.7c-3.5 0-6 .6-7.5 1.8ZM10 5.5v11.6',
  clock: 'M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM10 5.5V10l3 2',
  seal: 'M10 12.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM7 11.8 5.8 18l4.2-2 4.2 2-1.2-6.2',
  cap: 'M1.5 7.5 10 3.5l8.5 4L10 11.5l-8.5-4ZM5 9.3v4.2c0 1.2 2.2 2.3 5 2.3s5-1.1 5-2.3V9.3M18.5 7.5v5',
  captions:
    'M3.5 4h13A1.5 1.5 0 0 1 18 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 14.5v-9A1.5 1.5 0 0 1 3.5 4ZM9 8.6a2 2 0 1 0 0 2.8M15 8.6a2 2 0 1 0 0 2.8',
  keyboard:
    'M3 5h14a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM5 8.2h.1M8.3 8.2h.1M11.6 8.2h.1M14.9 8.2h.1M6.5 11.8h7',
  offline: 'M3 3l14 14M10 15.6h.1M6.6 12.2a4.8 4.8 0 0 1 5-1.1M3.8 9a9 9 0 0 1 3.3-2.1M9.8 6.3A9 9 0 0 1 16.2 9',
  play: 'M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM8.3 7v6l4.7-3-4.7-3Z',
  external:
    'M11.5 3.5h5v5M16.2 3.8 9.5 10.5M8 4.5H4.5A1.5 1.5 0 0 0 3 6v9.5A1.5 1.5 0 0 0 4.5 17H14a1.5 1.5 0 0 0 1.5-1.5V12',
} as const

export type IconName = keyof typeof PATHS

export const ICON_NAMES = Object.keys(PATHS) as IconName[]

/** Decorative, because the text next to it carries the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={classes('size-5 shrink-0', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
