import { testScreensOf } from './axe-on-screens.ts'

testScreensOf('newcomer', 'demo')
