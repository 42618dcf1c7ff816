export { seedDemoIfEmpty, listUsableDemoAccounts, assertNoDemoAccounts, seedDemo } from './demo.service.ts'
