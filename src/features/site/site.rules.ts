/**
 * The version of the terms of service: the day on which their text (terms-of-service.page.tsx) came into force. A member's row
 * keeps the version under which the account was made, so it changes with every change of that text.
 */
export const TERMS_VERSION = '2026-11-22'
