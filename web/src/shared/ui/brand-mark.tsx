// The business's logo or, without one, the product's icon in the business's color.
import { pageSettings } from '../page-settings.ts'
import classes from './brand-mark.module.css'

export const BrandMark = () =>
  pageSettings.logoUrl ? (
    <img className={classes.logo} src={pageSettings.logoUrl} alt="" />
  ) : (
    <ProductMark />
  )

const ProductMark = () => (
  <svg
    className={classes.mark}
    width={32}
    height={32}
    viewBox="0 0 32 32"
    aria-hidden="true"
    focusable="false"
  >
    <rect width="32" height="32" rx="8" fill="currentcolor" />
    <path d="M10 7h9l4 4v14l-2.6-1.6L18 25l-2.4-1.6L13.2 25 10 23.4z" fill="#fff" />
    <path
      d="M13 15.6l2.6 2.6 4.8-5"
      fill="none"
      stroke="currentcolor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
