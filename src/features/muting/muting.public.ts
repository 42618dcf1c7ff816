export { eraseMutes, mutesOfMember } from './muting.queries.ts'
export { muteMember, muteOf, refuseUnlessMayWrite } from './muting.service.ts'
