// What the browser's tab says.

export const documentTitle = (page: string, businessName: string): string =>
  page === '' || page === businessName ? businessName : `${page} · ${businessName}`
