/** Keeps the whole video visible on short screens, along with what is above and below it. */
export const FITS_LOW_SCREENS = 'low:max-h-[calc(100dvh-10rem)] md:low:max-h-[calc(100dvh-13rem)]'
