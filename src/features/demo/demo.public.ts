export { loadDemoWhenEmpty, seedDemo } from './demo.service.ts'
