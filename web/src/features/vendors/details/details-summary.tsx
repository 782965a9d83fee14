// The vendor's details as a list. Once they're sent, only the last four digits of the tax ID are known.
import {
  TAX_CLASSIFICATION_LABELS,
  type TaxClassification,
} from '@invoice-desk/contract/values/tax-classification'
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import type { ReactNode } from 'react'
import { dateAndTime } from '../../../shared/text/times.ts'

type DetailsSummaryProps = {
  readonly details: {
    readonly legalName: string
    readonly businessName: string
    readonly classification: TaxClassification | ''
    readonly address: {
      readonly line1: string
      readonly city: string
      readonly state: string
      readonly zipCode: string
    }
    readonly taxIdType: string
    /** As typed, until it's sent. */
    readonly taxId?: string
    readonly taxIdLast4?: string
  }
  /** More rows. */
  readonly children?: ReactNode
}

export const DetailsSummary = ({ details, children }: DetailsSummaryProps) => {
  const { legalName, businessName, classification, address, taxIdType } = details
  return (
    <dl className="facts boxed padded anywhere">
      <Row label="Legal name">{legalName}</Row>
      {businessName ? <Row label="Business name">{businessName}</Row> : null}
      <Row label="Tax classification">
        {classification ? TAX_CLASSIFICATION_LABELS[classification] : ''}
      </Row>
      <Row label="Address">
        {address.line1}
        <br />
        {address.city}, {address.state} {address.zipCode}
      </Row>
      <Row label="Tax ID">
        {taxIdType} {details.taxId === undefined ? 'ending in ' : ''}
        <span className="num">{details.taxId ?? details.taxIdLast4}</span>
      </Row>
      {children}
    </dl>
  )
}

type SignedRowProps = { readonly details: Pick<VendorDetails, 'signedBy' | 'submittedAt'> }

export const SignedRow = ({ details }: SignedRowProps) => (
  <Row label="Signed by">
    {details.signedBy}, {dateAndTime.format(new Date(details.submittedAt))}
  </Row>
)

export const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
