import { createContext } from 'react-router'
import type { CallApi } from '#shared/call.ts'

/** Where a page's server loader finds the API: `context.get(apiContext)`. */
export const apiContext = createContext<CallApi>()
