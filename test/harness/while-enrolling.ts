/** The endpoints that staff without two-factor can use outside development, in addition to those open to everyone. */
export const WHILE_ENROLLING: readonly string[] = [
  'GET /Academy/api/account/confirm/',
  'GET /Academy/api/account/factors/',
  'POST /Academy/api/account/confirm/',
  'POST /Academy/api/account/confirm/options/',
  'POST /Academy/api/account/factors/code/',
  'POST /Academy/api/account/factors/code/confirm/',
  'POST /Academy/api/account/passkeys/',
  'POST /Academy/api/account/passkeys/options/',
  'POST /Academy/api/logout/',
]
