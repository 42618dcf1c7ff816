import { createContext } from 'react-router'
import type { CallApi } from '#shared/call.ts'

/** The API client for a page's server loader: `context.get(apiContext)`. */
export const apiContext = createContext<CallApi>()
