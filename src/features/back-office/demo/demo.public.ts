export { loadDemoWhenEmpty, openDemoAccounts, refuseDemoAccounts, seedDemo } from './demo.service.ts'
