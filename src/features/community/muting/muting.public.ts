export { eraseMutes, mutesOfMember } from './muting.queries.ts'
export { muteMember, muteOf, refuseUnlessMayWrite, refuseUnlessMayWriteStill } from './muting.service.ts'
