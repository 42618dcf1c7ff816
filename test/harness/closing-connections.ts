import { afterAll } from 'vitest'
import { closeConnections } from './connections.ts'

// The next file of a worker finds it as this one did.
afterAll(closeConnections)
