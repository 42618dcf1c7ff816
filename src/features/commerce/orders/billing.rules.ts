export type BillingDetails = { company: string; address: string; taxNumber: string }

export const NO_DETAILS: BillingDetails = { company: '', address: '', taxNumber: '' }
