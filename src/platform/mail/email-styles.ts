// These fonts exist on nearly every machine. Most email clients don't load web fonts.
export const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const SERIF = "font-family:Georgia,'Times New Roman',serif"
/** Allows line breaks inside long names, because they may be wider than the screen of a phone. */
export const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
