// Separate from files.public.ts, so that the sandbox loads only what rendering needs.
export { validatePixelCount, getSvgDensity, UNREADABLE_PICTURE } from './picture-rendering.service.ts'
export { describeSandboxFailure } from './sandbox-failures.service.ts'
