// Separate from files.public.ts, so that the sandbox loads only what it needs to draw pictures.
export { pixelProblem, svgDensity, UNREADABLE } from './picture-rendering.service.ts'
export { unusable } from './sandbox-failure.ts'
