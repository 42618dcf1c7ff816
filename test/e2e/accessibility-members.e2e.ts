import { testScreens } from './axe-on-screens.ts'

testScreens('newcomer', 'demo', 'staff')
