// Where an invited vendor enters its details.
import { VendorDetails } from '../features/vendors/details/vendor-details.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const VendorDetailsPage = () => (
  <Page {...publicPage('/vendor-details')}>
    <VendorDetails />
  </Page>
)
